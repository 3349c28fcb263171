package io.iamplane.http.cors;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows browsers the origins of scripts that may read an answer. Refuses no other request by its
 * origin: clients other than browsers send any, and a browser adds no credentials of its own, since
 * the API uses no cookies.
 */
@Singleton
public class CrossOrigin {

  static final String EVERYWHERE = "*";

  /** The headers that a script may send, in addition to those of the Fetch standard. */
  static final String REQUEST_HEADERS =
      "Authorization, Content-Type, Correlation-Id, DPoP, Idempotency-Key, If-Match, If-None-Match,"
          + " X-Request-ID, traceparent, tracestate";

  /** The headers that a script may read, in addition to those of the Fetch standard. */
  static final String ANSWER_HEADERS =
      "Correlation-Id, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy,"
          + " Retry-After, WWW-Authenticate, X-Request-ID";

  static final String METHODS = "DELETE, GET, HEAD, PATCH, POST, PUT";

  /** The longest time for which a browser caches a preflight, in seconds. */
  private static final String MAX_AGE = "7200";

  private final Set<String> origins;

  CrossOrigin(CorsConfig config) {
    this.origins =
        config.origins().orElse(List.of()).stream()
            .map(origin -> origin.strip().toLowerCase(Locale.ROOT))
            .filter(origin -> !origin.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns true if an origin is allowed. */
  public boolean isOn() {
    return !origins.isEmpty();
  }

  /** Returns true for a preflight request; a browser sends it without a token. */
  public boolean isPreflight(HttpServerRequest request) {
    return isOn()
        && request.method().equals(HttpMethod.OPTIONS)
        && request.headers().contains(HttpHeaders.ORIGIN)
        && request.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
  }

  /** Returns true for a request of a script of an allowed origin. */
  public boolean isAllowed(HttpServerRequest request) {
    return isAllowed(request.getHeader(HttpHeaders.ORIGIN));
  }

  private boolean isAllowed(@Nullable String origin) {
    return origin != null && (origins.contains(origin) || origins.contains(EVERYWHERE));
  }

  /** Sets the headers of every answer, refusals included. */
  public void mark(HttpServerRequest request) {
    MultiMap headers = request.response().headers();
    // An answer that is kept for one site must not be given to another.
    headers.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (isAllowed(origin)) {
      headers
          .set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
          .set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, ANSWER_HEADERS);
    }
  }

  /** Answers a preflight request, without a body. */
  public void answer(HttpServerRequest preflight) {
    preflight
        .response()
        .headers()
        .remove(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS)
        .set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
        .set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS)
        .set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, MAX_AGE);
  }
}
