package io.iamplane.anomaly;

import java.time.Instant;

/**
 * A decision or a change, as the detector looks at it.
 *
 * @param what the permission that was asked for, or the type of the change
 * @param privileged whether the permission is, or the change is the use of break glass
 */
public record Observation(
    Instant at, Kind kind, String subject, String what, boolean privileged, Result result) {

  /** What is observed. */
  public enum Kind {
    DECISION,
    CHANGE
  }

  /** How it ended. */
  public enum Result {
    PERMIT,
    DENY,
    /** Denied because a dependency was down: it says nothing about the subject. */
    UNAVAILABLE
  }
}
