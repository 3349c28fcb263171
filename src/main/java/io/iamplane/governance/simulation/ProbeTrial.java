package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.governance.simulation.probe.AskedProbe;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.report.ProbesView;
import io.iamplane.governance.simulation.report.ProbesView.ChangedProbe;
import io.iamplane.governance.simulation.report.ProbesView.ProbeAnswer;
import io.iamplane.governance.simulation.report.TriedAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks probes; those without a time of their own as of {@code now}. */
record ProbeTrial(DecisionService decisions, RequestBudget budget, Instant now) {

  /** Asks the present policy and that of a draft, as long as the budget lasts. */
  ProbesView compare(List<AskedProbe> probes, PolicyDraft draft) {
    List<ChangedProbe> changed = new ArrayList<>();
    int evaluated = 0;
    for (AskedProbe probe : probes) {
      ProbeAnswer before = ProbeAnswer.of(TriedAnswer.of(decide(draft.before(), probe)));
      ProbeAnswer after = ProbeAnswer.of(TriedAnswer.of(decide(draft.after(), probe)));
      if (budget.isOver()) {
        break;
      }
      evaluated++;
      if (before.outcome() != after.outcome()) {
        changed.add(
            new ChangedProbe(
                String.valueOf(probe.id()), probe.name(), probe.expect(), before, after));
      }
    }
    return new ProbesView(evaluated == probes.size(), evaluated, changed);
  }

  /** Returns unexpected answers, by the probes' names; invalid once the budget is over. */
  Map<String, List<String>> failures(List<AskedProbe> probes, PolicyView policy) {
    Map<String, List<String>> failures = new TreeMap<>();
    for (AskedProbe probe : probes) {
      Decision decision = decide(policy, probe);
      TriedAnswer answer = TriedAnswer.of(decision);
      if (Obstacle.of(decision.reason()) != null) {
        failures.put(
            probe.name(),
            List.of(
                "expected %s, but no decision can be made: %s"
                    .formatted(probe.expect().wire(), answer.reason())));
      } else if (answer.outcome() != probe.expect()) {
        failures.put(
            probe.name(),
            List.of(
                "expected %s, but the decision is %s: %s"
                    .formatted(probe.expect().wire(), answer.outcome().wire(), answer.reason())));
      }
    }
    return failures;
  }

  private Decision decide(PolicyView policy, AskedProbe probe) {
    return decisions.judge(policy, probe.request(), budget, probe.at(now));
  }
}
