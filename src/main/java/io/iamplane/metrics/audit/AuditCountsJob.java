package io.iamplane.metrics.audit;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Keeps the rest small that metrics of the audit log count one by one. */
@Singleton
class AuditCountsJob {

  private static final Logger LOG = Logger.getLogger(AuditCountsJob.class);

  private final AuditCounting counting;

  AuditCountsJob(AuditCounting counting) {
    this.counting = counting;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void fold() {
    try {
      counting.fold();
    } catch (RuntimeException e) {
      LOG.warnf("could not count audit records: %s; will retry", e.getMessage());
    }
  }

  @Scheduled(every = "1h", concurrentExecution = ConcurrentExecution.SKIP)
  void expire() {
    try {
      counting.expire();
    } catch (RuntimeException e) {
      LOG.warnf("could not delete expired counts of audit records: %s; will retry", e.getMessage());
    }
  }
}
