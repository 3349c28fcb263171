package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.report.Difference;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.governance.simulation.report.TriedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Asks each recorded question twice, at its own time: by the present policy, and by that of a
 * draft. So a difference comes from the draft, and from nothing that changed since.
 */
record DraftTrial(DecisionService decisions, PolicyDraft draft) implements Trial {

  @Override
  public boolean count(RecordedDecision recorded, RequestBudget budget, Tally tally) {
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

  private static @Nullable Obstacle obstacle(
      RecordedDecision recorded, Decision before, Decision after) {
    Obstacle unknown = recorded.unknown();
    if (unknown == null) {
      unknown = Obstacle.of(before.reason());
    }
    return unknown == null ? Obstacle.of(after.reason()) : unknown;
  }
}
