package io.iamplane.metrics.decision;

import io.iamplane.database.Transactions;
import io.iamplane.shared.metric.CountStep;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Folds counts of decisions, and ends old ones; without it metrics are correct, but slower. */
@Singleton
public class CountFolding {

  private static final Logger LOG = Logger.getLogger(CountFolding.class);
  private static final int AT_ONCE = 50_000;

  /** The rounds of one run; the next run continues. */
  private static final int ROUNDS = 100;

  private final CountStore store;
  private final Transactions transactions;
  private final Clock clock;

  CountFolding(CountStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void tryToFold() {
    try {
      fold();
    } catch (RuntimeException e) {
      LOG.warnf("could not aggregate decision counts: %s; will retry", e.getMessage());
    }
  }

  @Scheduled(every = "1h", concurrentExecution = ConcurrentExecution.SKIP)
  void tryToExpire() {
    try {
      expire();
    } catch (RuntimeException e) {
      LOG.warnf("could not delete expired decision counts: %s; will retry", e.getMessage());
    }
  }

  /** Folds appended counts, up to a bound; does nothing while another process does. */
  public void fold() {
    boolean folded = true;
    for (int round = 0; round < ROUNDS && folded; round++) {
      folded = transactions.call(() -> store.isAlone() && store.fold(AT_ONCE));
    }
  }

  public void expire() {
    Instant now = clock.instant();
    for (CountStep step : CountStep.values()) {
      transactions.run(() -> store.expire(step, now.minus(step.kept())));
    }
  }
}
