package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.report.Difference;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.governance.simulation.report.TriedAnswer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replays each recorded decision by its own version of the policy.
 *
 * @param erased the users with erased names and attributes, {@code user:id}
 */
record ReplayTrial(DecisionService decisions, PolicyWorkbench policies, Set<String> erased)
    implements Trial {

  @Override
  public boolean count(RecordedDecision recorded, RequestBudget budget, Tally tally) {
    Obstacle obstacle = obstacle(recorded);
    TenantPolicy policy = obstacle == null ? policies.at(recorded.version()) : null;
    if (policy == null && budget.isOver()) {
      return false;
    }
    if (policy == null) {
      tally.skip(obstacle == null ? Obstacle.VERSION_NOT_RESTORED : obstacle);
      return true;
    }
    PolicyView view = new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
    Decision again = decisions.judge(view, recorded.request(), budget, recorded.at());
    if (budget.isOver()) {
      return false;
    }
    Obstacle unknown = recorded.unknown();
    if (unknown != null) {
      tally.skip(unknown);
      return true;
    }
    TriedAnswer was = new TriedAnswer(recorded.outcome(), recorded.reason(), recorded.match());
    TriedAnswer is = TriedAnswer.of(again);
    tally.add(recorded, was, is, difference(was, is));
    return true;
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
