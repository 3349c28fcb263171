package io.iamplane.http;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Sends clients elsewhere while the process is about to end. A balancer gives it no new connection
 * once {@code /ready} is 503; but a kept one stays where it is until an answer says that it was the
 * last.
 */
@Singleton
class Departure {

  /** Time for requests sent before the client knew of the shutdown: more than a round trip. */
  private static final Duration IN_FLIGHT = Duration.ofSeconds(1);

  /** For the answers that are under way on a connection of HTTP/2. */
  private static final Duration REST = Duration.ofSeconds(10);

  /** The highest number that a stream can have (RFC 9113, section 5.1.1). */
  private static final int ANY_STREAM = Integer.MAX_VALUE;

  private final Duration inFlight;
  private final Set<HttpConnection> leaving = ConcurrentHashMap.newKeySet();
  private volatile boolean begun;

  @Inject
  Departure() {
    this(IN_FLIGHT);
  }

  Departure(Duration inFlight) {
    this.inFlight = inFlight;
  }

  void begin(@Observes ShutdownDelayInitiatedEvent delay) {
    begun = true;
  }

  /** Makes the answer to a request the last of its connection, once the end has begun. */
  void mark(HttpServerRequest request) {
    if (!begun) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      leave(request.connection());
    } else {
      request.response().putHeader(HttpHeaders.CONNECTION, "close");
    }
  }

  /**
   * Says twice that the connection ends (RFC 9113, section 6.8): at first every stream is still
   * answered, as the client may have sent a request before it heard; then those that have begun.
   */
  private void leave(HttpConnection connection) {
    if (!leaving.add(connection)) {
      return;
    }
    connection.goAway(0, ANY_STREAM);
    Vertx.currentContext()
        .owner()
        .setTimer(
            inFlight.toMillis(),
            _ -> {
              leaving.remove(connection);
              var unused = connection.shutdown(REST.toMillis(), TimeUnit.MILLISECONDS);
            });
  }
}
