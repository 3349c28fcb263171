package io.iamplane.webhook.worker;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Reports a worker that ended by itself, for example out of memory, so that the process is started
 * again. A worker without a database is alive.
 */
@Liveness
@Singleton
class QueueLiveness implements HealthCheck {

  private final QueueService service;

  QueueLiveness(QueueService service) {
    this.service = service;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("queue").status(service.alive()).build();
  }
}
