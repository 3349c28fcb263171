package io.iamplane.metrics.decision;

import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Parameters;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.time.Clock;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/metrics/decisions")
public class DecisionMetricsResource {

  private final DecisionMetrics metrics;
  private final CurrentCaller caller;
  private final Clock clock;

  DecisionMetricsResource(DecisionMetrics metrics, CurrentCaller caller, Clock clock) {
    this.metrics = metrics;
    this.caller = caller;
    this.clock = clock;
  }

  @GET
  @RequiresPermission("iam:metrics.read")
  @Operation(
      summary = "Count decisions by outcome, reason and time",
      description =
          "`from` and `to` limit the period: by default the last 30 days, at most 92 days. `app`"
              + " restricts the counts to one application; `iam` stands for the control plane"
              + " itself, whose decisions are otherwise excluded.")
  public Data<DecisionMetricsView> decisions(
      @QueryParam("from") @Nullable String from,
      @QueryParam("to") @Nullable String to,
      @QueryParam("app") @Nullable String app) {
    return new Data<>(
        metrics.of(
            caller.get().organization(),
            MetricsWindow.of(from, to, clock.instant()),
            Parameters.text("app", app)));
  }
}
