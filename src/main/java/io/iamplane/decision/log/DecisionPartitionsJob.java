package io.iamplane.decision.log;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Keeps partitions ahead. Often, although a week lies ahead: a database that is away when a process
 * starts must not leave it without until the next hour.
 */
@Singleton
class DecisionPartitionsJob {

  private static final Logger LOG = Logger.getLogger(DecisionPartitionsJob.class);

  private final DecisionPartitions partitions;

  DecisionPartitionsJob(DecisionPartitions partitions) {
    this.partitions = partitions;
  }

  @Scheduled(every = "10m", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      partitions.ensure();
    } catch (RuntimeException e) {
      LOG.warnf("partitions of the decision log were not ensured: %s", e.getMessage());
    }
  }
}
