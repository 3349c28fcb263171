package io.iamplane.http.idempotency;

import io.iamplane.database.Transactions;
import io.iamplane.shared.ExpiredRows;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.jboss.logging.Logger;

/**
 * Removes idempotent answers that outlived their time. No request reads them any more; replicas do
 * not wait for one another, since each passes over the rows that another removes.
 */
@Singleton
class ExpiredAnswersJob {

  private static final Logger LOG = Logger.getLogger(ExpiredAnswersJob.class);

  private final IdempotencyStore store;
  private final Transactions transactions;
  private final Clock clock;

  ExpiredAnswersJob(IdempotencyStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      remove();
    } catch (RuntimeException e) {
      LOG.warnf("expired idempotent answers were not removed: %s", e.getMessage());
    }
  }

  /** Removes them; how many. */
  int remove() {
    return ExpiredRows.remove(most ->
        transactions.call(
            () -> store.removeExpired(clock.instant().minus(Idempotency.RETENTION), most)));
  }
}
