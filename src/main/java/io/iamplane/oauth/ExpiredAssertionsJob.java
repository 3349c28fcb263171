package io.iamplane.oauth;

import io.iamplane.database.Transactions;
import io.iamplane.shared.ExpiredRows;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.jboss.logging.Logger;

/** Removes used assertions that expired: no one accepts them, used or not (RFC 7523, section 3). */
@Singleton
class ExpiredAssertionsJob {

  private static final Logger LOG = Logger.getLogger(ExpiredAssertionsJob.class);

  private final UsedAssertionStore store;
  private final Transactions transactions;
  private final Clock clock;

  ExpiredAssertionsJob(UsedAssertionStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      ExpiredRows.remove(
          most -> transactions.call(() -> store.removeExpired(clock.instant(), most)));
    } catch (RuntimeException e) {
      LOG.warnf("expired assertions were not removed: %s", e.getMessage());
    }
  }
}
