package io.iamplane.webhook.claim;

import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/** Turns what is on its way to webhooks that ended into dead letters, some at a time. */
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

  /** Buries some; what is left has its turn the next time. */
  public void some() {
    // Almost always there are none: one statement, and no transaction.
    boolean goOn = store.any();
    for (int i = 0; goOn && i < TIMES; i++) {
      goOn = transactions.call(this::once);
    }
  }

  /** Whether there may be more. */
  private boolean once() {
    Instant now = clock.instant();
    if (store.bury(AT_ONCE, now) > 0) {
      return true;
    }
    store.forget(now);
    return false;
  }
}
