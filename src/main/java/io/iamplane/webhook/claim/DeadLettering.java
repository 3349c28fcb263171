package io.iamplane.webhook.claim;

import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/** Turns unfinished deliveries of ended webhooks into dead letters, in batches. */
@Singleton
public class DeadLettering {

  private static final int AT_ONCE = 500;
  private static final int TIMES = 20;

  private final DeadLetteringStore store;
  private final Transactions transactions;
  private final Clock clock;

  DeadLettering(DeadLetteringStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Writes some dead letters; the rest follows in the next run. */
  public void some() {
    // Almost always there are none: one statement, and no transaction.
    boolean goOn = store.any();
    for (int i = 0; goOn && i < TIMES; i++) {
      goOn = transactions.call(this::once);
    }
  }

  /** Writes one batch; returns true if more may be left. */
  private boolean once() {
    Instant now = clock.instant();
    if (store.bury(AT_ONCE, now) > 0) {
      return true;
    }
    store.forget(now);
    return false;
  }
}
