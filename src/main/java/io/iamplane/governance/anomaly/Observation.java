package io.iamplane.governance.anomaly;

import java.time.Instant;

/**
 * A decision, a change or a refused sign-in, as the detector sees it.
 *
 * @param what the requested permission, the type of the change, or the reason for the refusal
 * @param privileged true for a privileged permission, or for a change that uses break glass
 */
public record Observation(
    Instant at, Kind kind, String subject, String what, boolean privileged, Result result) {

  public enum Kind {
    DECISION,
    CHANGE,
    /** A refused sign-in of a person, by a request that had a credential of the person. */
    REFUSAL
  }

  public enum Result {
    PERMIT,
    DENY,
    /** Denied because a dependency was down: it says nothing about the subject. */
    UNAVAILABLE
  }
}
