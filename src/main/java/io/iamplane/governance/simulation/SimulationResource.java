package io.iamplane.governance.simulation;

import io.iamplane.governance.simulation.draft.DraftBody;
import io.iamplane.governance.simulation.draft.DraftReader;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The effect of a change on recorded decisions. */
@RunOnVirtualThread
@Path("/api/iam/v1/policy")
public class SimulationResource {

  /** The right to read the decision log, which reports on recorded decisions need too. */
  static final String READ = "iam:decisions.read";

  private static final String SIMULATE = "iam:policies.simulate";

  private final SimulationService simulations;
  private final RegressionService regressions;
  private final DraftReader drafts;
  private final Authorizer authorizer;
  private final CurrentCaller caller;

  SimulationResource(
      SimulationService simulations,
      RegressionService regressions,
      DraftReader drafts,
      Authorizer authorizer,
      CurrentCaller caller) {
    this.simulations = simulations;
    this.regressions = regressions;
    this.drafts = drafts;
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @POST
  @Path("simulate")
  @BulkRead
  @RequiresPermission(SIMULATE)
  @Operation(
      summary = "Try a policy draft on recorded decisions and probes, without writing anything",
      description =
          "The current policy and the draft each decide every recorded question, as of the time"
              + " when it was recorded. The latest questions are read first; `complete`,"
              + " `stopped_by` and `complete_from` show how far the request got. With `replay`,"
              + " each question is decided by the policy version that decided it originally. Also"
              + " requires iam:decisions.read, because it reads the decision log.")
  public Data<SimulationView> simulate(@NotNull @Valid SimulateRequest request) {
    authorizer.authorize(caller.get(), READ).require(READ);
    OrganizationId organization = caller.get().organization();
    return new Data<>(
        request.isReplay()
            ? simulations.replay(organization, request.decisions())
            : simulations.simulate(
                organization,
                bench -> drafts.read(organization, bench, DraftBody.orEmpty(request.draft())),
                request.decisions()));
  }

  @POST
  @Path("regression")
  @BulkRead
  @RequiresPermission(SIMULATE)
  @Operation(
      summary = "Test the current policy or a draft of it with probes, without writing anything",
      description =
          "Returns 422 `expectation-failed` if any decision differs from the expected one, and "
              + "names each such probe.")
  public Data<RegressionView> regression(@NotNull @Valid RegressionRequest request) {
    return new Data<>(regressions.run(caller.get().organization(), request));
  }

  /**
   * The body of a simulation.
   *
   * @param draft the change; without it nothing changes
   * @param replay true to replay each decision by its own version of the policy, without any draft
   */
  @RegisterForReflection
  public record SimulateRequest(
      @Nullable @Valid DraftBody draft,
      @Nullable @Valid @Schema(examples = DecisionsBody.EXAMPLE) DecisionsBody decisions,
      @Nullable Boolean replay) {

    /** Returns true for a replay; VALIDATION if there is a draft, too. */
    boolean isReplay() {
      boolean replays = Boolean.TRUE.equals(replay);
      if (replays && !DraftBody.orEmpty(draft).isEmpty()) {
        throw IamException.validation("draft", "must be omitted if 'replay' is true");
      }
      return replays;
    }
  }
}
