package io.iamplane.metrics.decision;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Keeps the tables of the metrics small. Metrics are correct without it, but slower. */
@Singleton
class CountsJob {

  private static final Logger LOG = Logger.getLogger(CountsJob.class);

  private final CountFolding folding;

  CountsJob(CountFolding folding) {
    this.folding = folding;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void fold() {
    try {
      folding.fold();
    } catch (RuntimeException e) {
      LOG.warnf("could not aggregate decision counts: %s; will retry", e.getMessage());
    }
  }

  @Scheduled(every = "1h", concurrentExecution = ConcurrentExecution.SKIP)
  void expire() {
    try {
      folding.expire();
    } catch (RuntimeException e) {
      LOG.warnf("could not delete expired decision counts: %s; will retry", e.getMessage());
    }
  }
}
