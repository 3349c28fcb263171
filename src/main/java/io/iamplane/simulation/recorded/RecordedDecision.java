package io.iamplane.simulation.recorded;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A decision of the log.
 *
 * @param subject the entry that was asked about, {@code type:id}
 * @param application the application's key; empty when the policy had none of that name
 * @param key what was asked: the policy's name for it, or else the question's own words
 * @param match what decided; null when nothing did
 * @param resource {@code type:id}; null when the question was about none
 * @param request the question, as it was asked
 * @param missing the inputs that are not there; null when they all are
 * @param obstacle why it is not asked again; null when it can be
 */
public record RecordedDecision(
    UUID id,
    Instant at,
    String subject,
    String application,
    String key,
    Outcome outcome,
    String reason,
    @Nullable Match match,
    @Nullable String resource,
    long version,
    DecisionRequest request,
    @Nullable MissingInputs missing,
    @Nullable Obstacle obstacle) {

  /** Why the decision that was just made from it does not count; null when it does. */
  public @Nullable Obstacle unknown() {
    if (missing == null || !missing.wereRead()) {
      return null;
    }
    return missing.isOmitted() ? Obstacle.INPUTS_OMITTED : Obstacle.INPUTS_REDACTED;
  }
}
