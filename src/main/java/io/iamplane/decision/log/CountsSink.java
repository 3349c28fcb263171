package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import org.jspecify.annotations.Nullable;

/** Writes counts into the database, without their decisions, once each. */
final class CountsSink {

  private static final String COMMITTED = "committed";
  private static final String IN_PROGRESS = "in progress";

  private final DecisionLogStore store;
  private final Transactions transactions;

  /** The transaction that failed, and may be committed nevertheless. */
  private @Nullable String uncertain;

  CountsSink(DecisionLogStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  /**
   * Writes a flush's counts. The same flush comes again after a failure.
   *
   * @throws RuntimeException when they are not written, or that is unknown
   */
  void write(DecisionSink.Flush flush) {
    String before = uncertain;
    transactions.run(() -> {
      if (before == null || !isCommitted(before)) {
        uncertain = store.transaction();
        store.count(flush.counts());
      }
    });
    uncertain = null;
  }

  private boolean isCommitted(String transaction) {
    String outcome = store.outcome(transaction);
    if (outcome.equals(IN_PROGRESS)) {
      throw new IllegalStateException("the database has not ended the last write of counts yet");
    }
    return outcome.equals(COMMITTED);
  }
}
