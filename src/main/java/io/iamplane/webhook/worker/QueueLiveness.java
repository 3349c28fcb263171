package io.iamplane.webhook.worker;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * A process whose worker ended by itself, as one does that runs out of memory, is to be started
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
