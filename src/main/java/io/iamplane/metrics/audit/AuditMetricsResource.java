package io.iamplane.metrics.audit;

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
@Path("/api/iam/v1/metrics/audit")
public class AuditMetricsResource {

  private final AuditMetrics metrics;
  private final CurrentCaller caller;
  private final Clock clock;

  AuditMetricsResource(AuditMetrics metrics, CurrentCaller caller, Clock clock) {
    this.metrics = metrics;
    this.caller = caller;
    this.clock = clock;
  }

  @GET
  @RequiresPermission("iam:metrics.read")
  @Operation(
      summary = "Count audit log records and show the integrity of the log",
      description =
          "`from` and `to` limit the period: by default the last 30 days, at most 92 days.")
  public Data<AuditMetricsView> audit(
      @QueryParam("from") @Nullable String from, @QueryParam("to") @Nullable String to) {
    return new Data<>(
        metrics.of(caller.get().organization(), MetricsWindow.of(from, to, clock.instant())));
  }
}
