package io.iamplane.metrics.decision;

import io.iamplane.database.Transactions;
import io.iamplane.shared.metric.CountStep;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/** Folds counts of decisions, and ends those past their time. */
@Singleton
public class CountFolding {

  private static final int AT_ONCE = 50_000;

  /** The rounds of one run; the next run continues. */
  private static final int ROUNDS = 100;

  private static final String WORK = "iam_decision_counts";

  private final CountStore store;
  private final Transactions transactions;
  private final Clock clock;

  CountFolding(CountStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Folds appended counts, up to a bound; does nothing while another process does. */
  public void fold() {
    boolean folded = true;
    for (int round = 0; round < ROUNDS && folded; round++) {
      folded = transactions.call(() -> store.isAlone(WORK) && store.fold(AT_ONCE));
    }
  }

  public void expire() {
    Instant now = clock.instant();
    for (CountStep step : CountStep.values()) {
      transactions.run(() -> store.expire(step, now.minus(step.kept())));
    }
  }
}
