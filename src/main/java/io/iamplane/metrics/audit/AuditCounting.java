package io.iamplane.metrics.audit;

import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.CountStep;
import io.iamplane.shared.metric.MetricsWindow;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/** Counts records of the audit log as they come, so that metrics count few of them one by one. */
@Singleton
public class AuditCounting {

  private static final Logger LOG = Logger.getLogger(AuditCounting.class);

  /** The limit of one transaction, far from its time limit: one that ends there counts nothing. */
  private static final int RECORDS = 20_000;

  private static final int ORGANIZATIONS = 200;

  /** The limit of one run: the next one goes on. */
  private static final int ROUNDS = 100;

  private final AuditCountStore store;
  private final Transactions transactions;
  private final Clock clock;

  AuditCounting(AuditCountStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void tryToFold() {
    try {
      fold();
    } catch (RuntimeException e) {
      LOG.warnf("could not count audit records: %s; will retry", e.getMessage());
    }
  }

  @Scheduled(every = "1h", concurrentExecution = ConcurrentExecution.SKIP)
  void tryToExpire() {
    try {
      expire();
    } catch (RuntimeException e) {
      LOG.warnf("could not delete expired counts of audit records: %s; will retry", e.getMessage());
    }
  }

  /** Counts the new records, up to a bound; none while another process does. */
  public void fold() {
    int folded = 1;
    for (int round = 0; round < ROUNDS && folded > 0; round++) {
      folded = transactions.call(() -> store.isAlone() ? store.fold(RECORDS, ORGANIZATIONS) : 0);
    }
  }

  public void expire() {
    Instant now = clock.instant();
    for (CountStep step : CountStep.values()) {
      transactions.run(() -> store.expire(step, now.minus(step.kept())));
    }
  }

  /** Counts the records of some types in a window, by type and start of each interval with any. */
  public Map<String, Map<Instant, Long>> of(
      OrganizationId organization, MetricsWindow window, Collection<String> types) {
    Map<String, Map<Instant, Long>> found = new TreeMap<>();
    for (AuditCountStore.Count count : counts(organization, window)) {
      if (types.contains(count.type())) {
        found
            .computeIfAbsent(count.type(), _ -> new TreeMap<>())
            .put(count.start(), count.number());
      }
    }
    return found;
  }

  List<AuditCountStore.Count> counts(OrganizationId organization, MetricsWindow window) {
    return transactions.call(() -> store.counts(organization, window));
  }
}
