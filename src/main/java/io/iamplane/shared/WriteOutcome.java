package io.iamplane.shared;

import java.util.Locale;

/** The state of a write that was refused because a dependency failed. */
public enum WriteOutcome {
  /** Nothing was written. */
  NOT_APPLIED,
  /**
   * The connection was lost while committing; a repeat with the same Idempotency-Key shows the
   * outcome.
   */
  UNKNOWN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
