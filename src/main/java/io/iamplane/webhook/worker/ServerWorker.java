package io.iamplane.webhook.worker;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Makes the server deliver, unless the setting leaves that to other processes. A command does not.
 */
@Singleton
class ServerWorker {

  private final QueueService service;
  private final boolean enabled;

  ServerWorker(
      QueueService service,
      QueueConfig config,
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean serving) {
    this.service = service;
    this.enabled = config.enabled() && serving;
  }

  void atStart(@Observes StartupEvent event) {
    if (enabled) {
      service.start();
    }
  }

  void atStop(@Observes ShutdownEvent event) {
    if (enabled) {
      service.stop();
    }
  }
}
