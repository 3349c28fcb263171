package io.iamplane.decision.seal;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Seals recorded decisions every minute. Replicas that do so together find nothing left to do. */
@Singleton
class SealJob {

  private static final Logger LOG = Logger.getLogger(SealJob.class);

  private final DecisionSeals seals;

  SealJob(DecisionSeals seals) {
    this.seals = seals;
  }

  @Scheduled(every = "60s", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      seals.seal();
    } catch (RuntimeException e) {
      LOG.warnf("could not seal decisions: %s; will retry at the next run", e.getMessage());
    }
  }
}
