package io.iamplane.decision.erasure;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Carries erasures on every minute. Replicas that do so together pass over each other's. */
@Singleton
class ErasureJob {

  private static final Logger LOG = Logger.getLogger(ErasureJob.class);

  private final ErasureSteps steps;

  ErasureJob(ErasureSteps steps) {
    this.steps = steps;
  }

  @Scheduled(every = "60s", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    try {
      steps.run();
    } catch (RuntimeException e) {
      LOG.warnf(
          "could not erase people from recorded decisions: %s; will retry at the next run",
          e.getMessage());
    }
  }
}
