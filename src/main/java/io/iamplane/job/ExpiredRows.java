package io.iamplane.job;

import io.iamplane.database.Transactions;
import io.quarkus.arc.All;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jboss.logging.Logger;

/**
 * Removes expired rows in portions, so that no statement holds many rows for long. Replicas do not
 * wait for one another: each passes over the rows that another removes.
 */
@Singleton
public class ExpiredRows {

  private static final Logger LOG = Logger.getLogger(ExpiredRows.class);

  /** Rows of one statement. */
  static final int PORTION = 1_000;

  /** Portions of one run, so that it ends; the rest waits for the next run. */
  private static final int PORTIONS = 100;

  private final List<ExpiringRows> tables;
  private final Transactions transactions;
  private final Clock clock;

  ExpiredRows(@All List<ExpiringRows> tables, Transactions transactions, Clock clock) {
    this.tables = List.copyOf(tables);
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  public void run() {
    for (ExpiringRows table : tables) {
      try {
        remove(most -> transactions.call(() -> table.removeExpired(clock.instant(), most)));
      } catch (RuntimeException e) {
        LOG.warnf(
            "could not remove expired %s: %s; will retry in a minute",
            table.rows(), e.getMessage());
      }
    }
  }

  /**
   * Removes portions until one is not full; returns the number of removed rows.
   *
   * @param remove removes at most so many rows in a transaction of its own, and returns how many
   */
  static int remove(IntUnaryOperator remove) {
    int all = 0;
    for (int i = 0; i < PORTIONS; i++) {
      int removed = remove.applyAsInt(PORTION);
      all += removed;
      if (removed < PORTION) {
        return all;
      }
    }
    return all;
  }
}
