package io.iamplane.webhook.retention;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Keeps partitions ahead, in servers and workers alike. Often, although a week lies ahead: a
 * database that is away when a process starts must not leave it without until the next hour.
 */
@Singleton
class PartitionsJob {

  private static final Logger LOG = Logger.getLogger(PartitionsJob.class);

  private final Partitions partitions;

  PartitionsJob(Partitions partitions) {
    this.partitions = partitions;
  }

  @Scheduled(every = "10m", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      partitions.ensure();
    } catch (RuntimeException e) {
      LOG.warnf("partitions were not ensured: %s", e.getMessage());
    }
  }
}
