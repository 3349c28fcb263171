package io.iamplane.governance.anomaly;

import java.time.Instant;

/**
 * A decision or a change, as the detector sees it.
 *
 * @param what the requested permission, or the type of the change
 * @param privileged true for a privileged permission, or for a change that uses break glass
 */
public record Observation(
    Instant at, Kind kind, String subject, String what, boolean privileged, Result result) {

  public enum Kind {
    DECISION,
    CHANGE
  }

  public enum Result {
    PERMIT,
    DENY,
    /** Denied because a dependency was down: it says nothing about the subject. */
    UNAVAILABLE
  }
}
