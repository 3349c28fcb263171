package io.iamplane.change;

import io.iamplane.database.Transactions;
import io.iamplane.shared.ExpiredRows;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.jboss.logging.Logger;

/** Removes the images of ended tokens that have expired by now. */
@Singleton
public class EndedTokensJob {

  private static final Logger LOG = Logger.getLogger(EndedTokensJob.class);

  private final PolicyVersionStore store;
  private final Transactions transactions;
  private final Clock clock;

  EndedTokensJob(PolicyVersionStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  public void run() {
    try {
      ExpiredRows.remove(
          most -> transactions.call(() -> store.removeEndedTokens(clock.instant(), most)));
    } catch (RuntimeException e) {
      LOG.warnf("what ended expired tokens was not removed: %s", e.getMessage());
    }
  }
}
