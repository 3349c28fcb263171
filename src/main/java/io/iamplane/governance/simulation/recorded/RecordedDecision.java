package io.iamplane.governance.simulation.recorded;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A decision of the log.
 *
 * @param subject the entry in question, {@code type:id}
 * @param application the application's key; empty if the policy had none of that name
 * @param key the permission: the policy's name for it, or else the request's own words
 * @param match the deciding grant or relation; null without one
 * @param resource {@code type:id}; null without one
 * @param missing the unrecorded inputs; null if all were recorded
 * @param obstacle the reason why it is not replayed; null if it can be
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

  /** Returns the reason why the decision just made from it does not count; null if it does. */
  public @Nullable Obstacle unknown() {
    if (missing == null || !missing.wereRead()) {
      return null;
    }
    return missing.isOmitted() ? Obstacle.INPUTS_OMITTED : Obstacle.INPUTS_REDACTED;
  }
}
