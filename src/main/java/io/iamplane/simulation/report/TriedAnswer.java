package io.iamplane.simulation.report;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a question is answered.
 *
 * @param reason on the wire
 * @param match what decided; null when nothing did
 */
public record TriedAnswer(Outcome outcome, String reason, @Nullable Match match) {

  /** The answer of a decision. */
  public static TriedAnswer of(Decision decision) {
    var matched = decision.matched();
    return new TriedAnswer(
        Outcome.of(decision.reason()),
        decision.reason().wire(),
        matched.isEmpty() ? null : matched.getFirst());
  }
}
