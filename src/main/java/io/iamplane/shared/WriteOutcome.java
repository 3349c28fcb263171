package io.iamplane.shared;

/** The state of a write that was refused because a dependency failed. */
public enum WriteOutcome implements WireName {
  /** Nothing was written. */
  NOT_APPLIED,
  /** The connection was lost in the commit; a repeat with the Idempotency-Key shows the outcome. */
  UNKNOWN
}
