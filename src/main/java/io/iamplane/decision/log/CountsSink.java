package io.iamplane.decision.log;

import io.iamplane.database.Transactions;

/** Writes counts into the database, without their decisions, once each. */
final class CountsSink {

  private final DecisionLogStore store;
  private final Transactions transactions;
  private final LastTransaction last;

  CountsSink(DecisionLogStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
    this.last = new LastTransaction(store);
  }

  /**
   * Writes a flush's counts. The same flush comes again after a failure.
   *
   * @throws RuntimeException when they are not written, or that is unknown
   */
  void write(DecisionSink.Flush flush) {
    transactions.run(() -> {
      if (!last.isCommitted()) {
        last.begin();
        store.count(flush.counts());
      }
    });
    last.forget();
  }
}
