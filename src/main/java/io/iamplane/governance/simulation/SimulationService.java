package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.governance.simulation.probe.ProbeService;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.Reached;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.RecordedLog;
import io.iamplane.governance.simulation.recorded.RecordedWindow;
import io.iamplane.governance.simulation.recorded.Trial;
import io.iamplane.governance.simulation.report.Difference;
import io.iamplane.governance.simulation.report.ProbesView;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.governance.simulation.report.TriedAnswer;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Set;
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
   * @throws IamException VALIDATION naming the place in the body; TOO_MANY_REQUESTS if too many
   *     run; DEPENDENCY_UNAVAILABLE if the policy cannot be loaded; refusals of the draft
   */
  SimulationView simulate(
      OrganizationId organization,
      Function<PolicyWorkbench, PolicyDraft> draft,
      @Nullable DecisionsBody body) {
    RecordedWindow window = simulations.window(body);
    return simulations.run(
        organization,
        (bench, budget) -> {
          PolicyDraft tried = draft.apply(bench);
          ProbesView asked =
              new ProbeTrial(decisions, budget, simulations.now())
                  .compare(probes.saved(organization), tried);
          Tally tally = new Tally(tried.places());
          Reached reached =
              log.read(
                  organization, window, Set.of(), new DraftTrial(decisions, tried, tally), budget);
          return new SimulationView(tried.version(), tally.simulated(reached), asked);
        });
  }

  /**
   * Asks each recorded question twice, at its own time: by the present policy, and by that of a
   * draft. So a difference comes from the draft, and from nothing that changed since.
   */
  private record DraftTrial(DecisionService decisions, PolicyDraft draft, Tally tally)
      implements Trial {

    @Override
    public boolean count(RecordedDecision recorded, RequestBudget budget) {
      if (recorded.obstacle() != null) {
        tally.skip(recorded.obstacle());
        return true;
      }
      Decision before = decisions.judge(draft.before(), recorded.request(), budget, recorded.at());
      Decision after = decisions.judge(draft.after(), recorded.request(), budget, recorded.at());
      if (budget.isOver()) {
        return false;
      }
      Obstacle obstacle = obstacle(recorded, before, after);
      if (obstacle != null) {
        tally.skip(obstacle);
        return true;
      }
      TriedAnswer was = TriedAnswer.of(before);
      TriedAnswer is = TriedAnswer.of(after);
      tally.add(recorded, was, is, Difference.of(was.outcome(), is.outcome()));
      return true;
    }

    @Override
    public void skip(Obstacle why, int number) {
      tally.skip(why, number);
    }

    private static @Nullable Obstacle obstacle(
        RecordedDecision recorded, Decision before, Decision after) {
      Obstacle unknown = recorded.unknown();
      if (unknown == null) {
        unknown = Obstacle.of(before.reason());
      }
      return unknown == null ? Obstacle.of(after.reason()) : unknown;
    }
  }
}
