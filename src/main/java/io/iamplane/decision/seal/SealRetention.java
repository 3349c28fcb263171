package io.iamplane.decision.seal;

import io.iamplane.database.Transactions;
import io.iamplane.decision.log.DecisionLogConfig;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Forgets seals once the decisions that they are about are gone: nothing is left to prove. */
@Singleton
public class SealRetention {

  /** A seal has a row for each of its blocks: some tens of them, and 5,000 at most. */
  private static final int PORTION = 200;

  private final SealStore store;
  private final Transactions transactions;
  private final Clock clock;
  private final Duration retention;

  SealRetention(SealStore store, Transactions transactions, Clock clock, DecisionLogConfig config) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
    this.retention = config.retention();
  }

  /**
   * Removes them in short transactions, and returns their number; safe to run twice and beside
   * itself.
   */
  public long remove() {
    Instant before = clock.instant().minus(retention);
    long all = 0;
    int removed;
    do {
      removed = transactions.call(() -> store.removeGone(before, PORTION));
      all += removed;
    } while (removed == PORTION);
    return all;
  }
}
