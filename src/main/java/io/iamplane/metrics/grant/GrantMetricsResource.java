package io.iamplane.metrics.grant;

import io.iamplane.shared.BulkRead;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.time.Clock;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/metrics/grants")
public class GrantMetricsResource {

  private final GrantMetrics metrics;
  private final CurrentCaller caller;
  private final Clock clock;

  GrantMetricsResource(GrantMetrics metrics, CurrentCaller caller, Clock clock) {
    this.metrics = metrics;
    this.caller = caller;
    this.clock = clock;
  }

  @GET
  @BulkRead
  @RequiresPermission("iam:metrics.read")
  @Operation(
      summary = "Count grants and changes to them",
      description =
          "`from` and `to` limit the period of the changes: by default the last 30 days, at most 92"
              + " days. `active`, `revoked`, `expired`, `privileged` and `top_privileged` are"
              + " current counts.")
  public Data<GrantMetricsView> grants(
      @QueryParam("from") @Nullable String from, @QueryParam("to") @Nullable String to) {
    return new Data<>(
        metrics.of(caller.get().organization(), MetricsWindow.of(from, to, clock.instant())));
  }
}
