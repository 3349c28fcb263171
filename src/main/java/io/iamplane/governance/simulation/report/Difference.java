package io.iamplane.governance.simulation.report;

import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.WireName;
import org.jspecify.annotations.Nullable;

/** The difference between two answers to a question. */
public enum Difference implements WireName {
  NEWLY_ALLOWED,
  NEWLY_DENIED,
  /**
   * It needs a higher assurance after: it was allowed, or denied, without that being a question.
   */
  STEP_UP_ADDED,
  /** It needed a higher assurance before: it is allowed without it, or denied. */
  STEP_UP_REMOVED,
  /** The same outcome for another reason, or by another grant or relation. */
  REASON;

  /** Returns the difference between two outcomes; null if they are the same. */
  public static @Nullable Difference of(Outcome before, Outcome after) {
    if (before == after) {
      return null;
    }
    return switch (after) {
      case STEP_UP -> STEP_UP_ADDED;
      case ALLOW -> before == Outcome.STEP_UP ? STEP_UP_REMOVED : NEWLY_ALLOWED;
      case DENY -> before == Outcome.STEP_UP ? STEP_UP_REMOVED : NEWLY_DENIED;
    };
  }
}
