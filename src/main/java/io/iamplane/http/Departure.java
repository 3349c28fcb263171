package io.iamplane.http;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Sends clients elsewhere while the process is about to end. A balancer gives it no new connection
 * once {@code /ready} is 503; but a kept one stays where it is until an answer says that it was the
 * last.
 */
@Singleton
class Departure {

  /** For the answers that are under way on a connection of HTTP/2. */
  private static final Duration REST = Duration.ofSeconds(10);

  private volatile boolean begun;

  void begin(@Observes ShutdownDelayInitiatedEvent delay) {
    begun = true;
  }

  /** Makes the answer to a request the last of its connection, once the end has begun. */
  void mark(HttpServerRequest request) {
    if (!begun) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      var unused = request.connection().shutdown(REST.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      request.response().putHeader(HttpHeaders.CONNECTION, "close");
    }
  }
}
