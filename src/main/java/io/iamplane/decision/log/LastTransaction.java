package io.iamplane.decision.log;

import org.jspecify.annotations.Nullable;

/**
 * The last transaction of one writer. Its COMMIT may have had no answer: then the database is asked
 * for its outcome before anything is written again.
 */
final class LastTransaction {

  private static final String COMMITTED = "committed";
  private static final String IN_PROGRESS = "in progress";

  private final DecisionLogStore store;
  private @Nullable String id;

  LastTransaction(DecisionLogStore store) {
    this.store = store;
  }

  /** Takes the present transaction for the last one. */
  void begin() {
    id = store.transaction();
  }

  /** The outcome is known, or of no interest any more. */
  void forget() {
    id = null;
  }

  boolean isUnknown() {
    return id != null;
  }

  /**
   * Asks the database if it is committed; false without one.
   *
   * @throws IllegalStateException while the database has not ended it
   */
  boolean isCommitted() {
    return outcome().equals(COMMITTED);
  }

  /**
   * @throws IllegalStateException while the database has not ended it
   */
  void requireEnded() {
    outcome();
  }

  private String outcome() {
    String last = id;
    String outcome = last == null ? "" : store.outcome(last);
    if (outcome.equals(IN_PROGRESS)) {
      throw new IllegalStateException("the database has not finished the last write yet");
    }
    return outcome;
  }
}
