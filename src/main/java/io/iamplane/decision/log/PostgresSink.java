package io.iamplane.decision.log;

import io.iamplane.database.Transactions;

/** Writes decisions into the database, all of a flush in one transaction. */
final class PostgresSink implements DecisionSink {

  private final DecisionLogStore store;
  private final Transactions transactions;

  /** Whether a flush failed, and may be there nevertheless. */
  private boolean uncertain;

  PostgresSink(DecisionLogStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  @Override
  public void write(Flush flush) {
    boolean asks = uncertain && !flush.blocks().isEmpty();
    uncertain = true;
    transactions.run(() -> {
      // The connection may have been lost after the commit: then the first block is there.
      if (!asks || !store.has(flush.blocks().getFirst())) {
        store.insert(flush.blocks());
        store.count(flush.counts());
      }
    });
    uncertain = false;
  }
}
