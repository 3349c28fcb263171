package io.iamplane.governance.leastprivilege.proof;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Replays recorded decisions by the present policy and with changes, all changes in one reading. A
 * change removes permits and adds narrower ones in their places. So it can deny only a decision
 * that one of those permits allows: every allowed decision is replayed by the present policy, and,
 * if a permit that a change removes decides it, also with that change. For one thread.
 */
public final class ChangeReplay implements Trial {

  private final DecisionService decisions;
  private final PolicyView present;
  private final Map<String, List<ChangeTrial>> trials = new HashMap<>();
  private final Set<String> subjects;

  /** Replays the decisions about some subjects; about all if there are none. */
  public ChangeReplay(
      DecisionService decisions,
      PolicyView present,
      List<ChangeTrial> trials,
      Set<String> subjects) {
    this.decisions = decisions;
    this.present = present;
    this.subjects = subjects;
    for (ChangeTrial trial : trials) {
      for (UUID grant : trial.candidate().change().revoke()) {
        this.trials.computeIfAbsent(grant.toString(), _ -> new ArrayList<>()).add(trial);
      }
    }
  }

  @Override
  public boolean wants(String subject, boolean allowed) {
    return allowed && (subjects.isEmpty() || subjects.contains(subject));
  }

  @Override
  public boolean count(RecordedDecision recorded, RequestBudget budget) {
    Decision before = decisions.judge(present, recorded.request(), budget, recorded.at());
    Match now = before.matched().stream().findFirst().orElse(null);
    Map<ChangeTrial, Boolean> lost = new HashMap<>();
    for (ChangeTrial trial : deciding(now)) {
      Outcome after =
          Outcome.of(
              decisions.judge(trial.after(), recorded.request(), budget, recorded.at()).reason());
      lost.put(trial, recorded.unknown() != null || after != Outcome.of(before.reason()));
    }
    if (budget.isOver()) {
      // The last decisions were denied because the time is over, which says nothing about them.
      return false;
    }
    lost.forEach((trial, denied) -> trial.count(denied));
    if (recorded.unknown() != null && (now == null || !now.equals(recorded.match()))) {
      // It depends on what was not recorded, so that the one that decided then may be needed.
      deciding(recorded.match()).forEach(trial -> trial.count(true));
    }
    return true;
  }

  /**
   * Leaves out an erased decision: its subject is gone.
   *
   * @throws IllegalStateException for an unreadable one: without it no change is proved
   */
  @Override
  public void skip(Obstacle why, int number) {
    if (why == Obstacle.UNREADABLE) {
      throw new IllegalStateException("a block of decisions is damaged or no longer exists");
    }
  }

  private List<ChangeTrial> deciding(@Nullable Match match) {
    return match == null ? List.of() : trials.getOrDefault(match.id(), List.of());
  }
}
