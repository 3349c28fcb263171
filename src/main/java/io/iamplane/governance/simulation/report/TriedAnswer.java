package io.iamplane.governance.simulation.report;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question, with the reason as the wire names it; without a match if no grant or
 * relation decided.
 */
public record TriedAnswer(Outcome outcome, String reason, @Nullable Match match) {

  public static TriedAnswer of(Decision decision) {
    var matched = decision.matched();
    return new TriedAnswer(
        Outcome.of(decision.reason()),
        decision.reason().wire(),
        matched.isEmpty() ? null : matched.getFirst());
  }
}
