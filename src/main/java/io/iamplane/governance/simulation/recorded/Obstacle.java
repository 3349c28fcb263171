package io.iamplane.governance.simulation.recorded;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.WireName;
import org.jspecify.annotations.Nullable;

/** The reason why a recorded decision is not replayed. */
public enum Obstacle implements WireName {
  /** It was denied because a dependency was unavailable, regardless of the policy. */
  DEPENDENCY_UNAVAILABLE,
  /** It was denied because no policy was loaded. */
  POLICY_VERSION_UNAVAILABLE,
  /** It was denied because it took too long, or would take too long now. */
  DEADLINE_EXCEEDED,
  /** It was denied because it could not be recorded in time. */
  DECISION_LOG_FULL,
  /** It was denied by a defect, or would be now. */
  INTERNAL_ERROR,
  /** A condition reads an input with an unrecorded value. */
  INPUTS_REDACTED,
  /** A condition reads inputs that were too large to be recorded. */
  INPUTS_OMITTED,
  /** Its subject was erased since, and so are the names and attributes. */
  SUBJECT_ERASED,
  /** Its version of the policy cannot be restored: the changes since are not kept, or too many. */
  VERSION_NOT_RESTORED,
  /** Its block is corrupt. */
  UNREADABLE;

  /** Returns the reason why a decision does not depend on the policy; null if it does. */
  public static @Nullable Obstacle of(ReasonCode reason) {
    return reason.isOutage() ? valueOf(reason.name()) : null;
  }
}
