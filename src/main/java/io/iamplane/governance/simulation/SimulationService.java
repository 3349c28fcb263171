package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.directory.user.UserService;
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
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tries drafts on saved probes and recorded decisions, and replays these. Writes nothing. */
@Singleton
class SimulationService {

  private final Simulations simulations;
  private final DecisionService decisions;
  private final ProbeService probes;
  private final UserService users;
  private final RecordedLog log;

  SimulationService(
      Simulations simulations,
      DecisionService decisions,
      ProbeService probes,
      UserService users,
      RecordedLog log) {
    this.simulations = simulations;
    this.decisions = decisions;
    this.probes = probes;
    this.users = users;
    this.log = log;
  }

  /**
   * Tries a draft; VALIDATION naming the place in the body; TOO_MANY_REQUESTS if too many run;
   * DEPENDENCY_UNAVAILABLE if the policy cannot be loaded; refusals of the draft.
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
   * Makes recorded decisions again, by the versions of the policy that made them.
   *
   * @throws IamException VALIDATION naming the place in the body; TOO_MANY_REQUESTS when too many
   *     run; DEPENDENCY_UNAVAILABLE when the policy cannot be loaded
   */
  SimulationView replay(OrganizationId organization, @Nullable DecisionsBody body) {
    RecordedWindow window = simulations.window(body);
    return simulations.run(
        organization,
        (bench, budget) -> {
          Tally tally = new Tally(Map.of());
          ReplayTrial trial = new ReplayTrial(decisions, bench, erased(organization), tally);
          Reached reached = log.read(organization, window, Set.of(), trial, budget);
          return new SimulationView(bench.present().version(), tally.replayed(reached), null);
        });
  }

  private Set<String> erased(OrganizationId organization) {
    return users.erased(organization).stream()
        .map(SubjectRef::toString)
        .collect(Collectors.toUnmodifiableSet());
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
        tally.skip(recorded.obstacle(), 1);
        return true;
      }
      Decision before = decisions.judge(draft.before(), recorded.request(), budget, recorded.at());
      Decision after = decisions.judge(draft.after(), recorded.request(), budget, recorded.at());
      if (budget.isOver()) {
        return false;
      }
      Obstacle obstacle = obstacle(recorded, before, after);
      if (obstacle != null) {
        tally.skip(obstacle, 1);
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

  /** Replays decisions by their own policy versions; the erased users are {@code user:id}. */
  private record ReplayTrial(
      DecisionService decisions, PolicyWorkbench policies, Set<String> erased, Tally tally)
      implements Trial {

    @Override
    public boolean count(RecordedDecision recorded, RequestBudget budget) {
      Obstacle obstacle = obstacle(recorded);
      TenantPolicy policy = obstacle == null ? policies.at(recorded.version()) : null;
      if (policy == null && budget.isOver()) {
        return false;
      }
      if (policy == null) {
        tally.skip(obstacle == null ? Obstacle.VERSION_NOT_RESTORED : obstacle, 1);
        return true;
      }
      PolicyView view = new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
      Decision again = decisions.judge(view, recorded.request(), budget, recorded.at());
      if (budget.isOver()) {
        return false;
      }
      Obstacle unknown = recorded.unknown();
      if (unknown != null) {
        tally.skip(unknown, 1);
        return true;
      }
      TriedAnswer was = new TriedAnswer(recorded.outcome(), recorded.reason(), recorded.match());
      TriedAnswer is = TriedAnswer.of(again);
      tally.add(recorded, was, is, difference(was, is));
      return true;
    }

    @Override
    public void skip(Obstacle why, int number) {
      tally.skip(why, number);
    }

    private @Nullable Obstacle obstacle(RecordedDecision recorded) {
      return recorded.obstacle() == null
              && (erased.contains(recorded.subject())
                  || (recorded.resource() != null && erased.contains(recorded.resource())))
          ? Obstacle.SUBJECT_ERASED
          : recorded.obstacle();
    }

    private static @Nullable Difference difference(TriedAnswer was, TriedAnswer is) {
      Difference difference = Difference.of(was.outcome(), is.outcome());
      return difference == null && !was.equals(is) ? Difference.REASON : difference;
    }
  }
}
