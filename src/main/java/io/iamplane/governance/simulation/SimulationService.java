package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.governance.simulation.probe.ProbeService;
import io.iamplane.governance.simulation.report.ProbesView;
import io.iamplane.governance.simulation.report.Reached;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tries drafts on saved probes and recorded decisions. Writes nothing. */
@Singleton
class SimulationService {

  private final Simulations simulations;
  private final DecisionService decisions;
  private final ProbeService probes;
  private final RecordedLog log;

  SimulationService(
      Simulations simulations, DecisionService decisions, ProbeService probes, RecordedLog log) {
    this.simulations = simulations;
    this.decisions = decisions;
    this.probes = probes;
    this.log = log;
  }

  /**
   * Tries a draft.
   *
   * @param draft makes it
   * @throws IamException VALIDATION naming the place in the body; TOO_MANY_REQUESTS if too many
   *     run; DEPENDENCY_UNAVAILABLE if the policy cannot be loaded; refusals of the draft
   */
  SimulationView simulate(
      OrganizationId organization,
      Function<PolicyWorkbench, PolicyDraft> draft,
      @Nullable DecisionsBody body) {
    RecordedWindow window = log.window(body);
    return simulations.run(
        organization,
        (bench, budget) -> {
          PolicyDraft tried = draft.apply(bench);
          ProbesView asked =
              new ProbeTrial(decisions, budget, log.now())
                  .compare(probes.saved(organization), tried);
          Tally tally = new Tally(tried.places());
          Reached reached =
              log.read(organization, window, new DraftTrial(decisions, tried), budget, tally);
          return new SimulationView(tried.version(), tally.simulated(reached), asked);
        });
  }
}
