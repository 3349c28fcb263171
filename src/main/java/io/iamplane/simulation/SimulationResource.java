package io.iamplane.simulation;

import io.iamplane.shared.BulkRead;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What a change would have meant for what was decided. */
@RunOnVirtualThread
@Path("/api/iam/v1/policy")
public class SimulationResource {

  private final SimulationService simulations;
  private final RegressionService regressions;
  private final CurrentCaller caller;

  SimulationResource(
      SimulationService simulations, RegressionService regressions, CurrentCaller caller) {
    this.simulations = simulations;
    this.regressions = regressions;
    this.caller = caller;
  }

  @POST
  @Path("simulate")
  @BulkRead
  @RequiresPermission("iam:policies.simulate")
  @Operation(
      summary = "Try a draft of the policy on recorded decisions and probes; nothing is written",
      description =
          "Each recorded question is asked by the present policy and by the draft, at its own time."
              + " The latest are read first; complete, stopped_by and complete_from say how far"
              + " one request came.")
  public Data<SimulationView> simulate(@NotNull @Valid SimulateRequest request) {
    return new Data<>(simulations.simulate(caller.get().organization(), request));
  }

  @POST
  @Path("regression")
  @BulkRead
  @RequiresPermission("iam:policies.simulate")
  @Operation(
      summary = "Test the present policy, or a draft of it, by probes; nothing is written",
      description = "Answers 422 expectation-failed, naming each probe that is answered otherwise.")
  public Data<RegressionView> regression(@NotNull @Valid RegressionRequest request) {
    return new Data<>(regressions.run(caller.get().organization(), request));
  }
}
