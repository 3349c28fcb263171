package io.iamplane.webhook.claim;

import io.iamplane.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** Turns what is on its way to webhooks that ended into dead letters, some at a time. */
@ApplicationScoped
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
    for (int i = 0; i < TIMES; i++) {
      if (transactions.call(() -> store.bury(AT_ONCE, clock.instant())) < AT_ONCE) {
        transactions.run(() -> store.forget(clock.instant()));
        return;
      }
    }
  }
}
