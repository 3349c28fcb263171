package io.iamplane.metrics.grant;

import io.iamplane.database.Transactions;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Keeps the rest small that metrics of grants count one by one. */
@Singleton
class GrantCounting {

  private static final Logger LOG = Logger.getLogger(GrantCounting.class);

  private static final int VERSIONS = 2_000;
  private static final int ORGANIZATIONS = 200;

  /** A large one takes half a second to be counted for the first time. */
  private static final int FIRST_ORGANIZATIONS = 10;

  /** The limit of one run; the next one continues. */
  private static final int ROUNDS = 100;

  private final GrantCountStore store;
  private final Transactions transactions;

  GrantCounting(GrantCountStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      fold();
    } catch (RuntimeException e) {
      LOG.warnf("could not count grants: %s; will retry", e.getMessage());
    }
  }

  /** Counts new changes, up to a bound; does nothing while another process counts. */
  void fold() {
    int folded = 1;
    for (int round = 0; round < ROUNDS && folded > 0; round++) {
      folded =
          transactions.call(() ->
              store.isAlone()
                  ? store.count(FIRST_ORGANIZATIONS) + store.fold(VERSIONS, ORGANIZATIONS)
                  : 0);
    }
  }
}
