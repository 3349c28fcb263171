package io.iamplane.http.cors;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says to browsers which scripts may read an answer. Nothing else is refused by its origin: clients
 * other than browsers send what they like, and a browser adds no credentials of its own, since the
 * API knows neither cookies nor any other.
 */
@Singleton
public class CrossOrigin {

  static final String EVERYWHERE = "*";

  /** What a script may send, beside what every script may. */
  static final String REQUEST_HEADERS =
      "Authorization, Content-Type, Correlation-Id, Idempotency-Key, If-Match, If-None-Match,"
          + " X-Request-ID, traceparent, tracestate";

  /** What a script may read, beside what every script may. */
  static final String ANSWER_HEADERS =
      "Correlation-Id, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy,"
          + " Retry-After, WWW-Authenticate, X-Request-ID";

  static final String METHODS = "DELETE, GET, HEAD, PATCH, POST, PUT";

  /** How long a browser need not ask again, in seconds; the most that any of them keeps. */
  private static final String MAX_AGE = "7200";

  private final Set<String> origins;

  @Inject
  CrossOrigin(CorsConfig config) {
    this(config.origins().orElse(List.of()));
  }

  CrossOrigin(List<String> origins) {
    this.origins =
        origins.stream()
            .map(origin -> origin.strip().toLowerCase(Locale.ROOT))
            .filter(origin -> !origin.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether any origin is allowed. */
  public boolean isOn() {
    return !origins.isEmpty();
  }

  /** Whether a browser asks if it may send a request; it sends no token with the question. */
  public boolean isPreflight(HttpServerRequest request) {
    return isOn()
        && request.method().equals(HttpMethod.OPTIONS)
        && request.headers().contains(HttpHeaders.ORIGIN)
        && request.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
  }

  /** Whether a request comes from a script of an allowed origin. */
  public boolean isAllowed(HttpServerRequest request) {
    return isAllowed(request.getHeader(HttpHeaders.ORIGIN));
  }

  private boolean isAllowed(@Nullable String origin) {
    return origin != null && (origins.contains(origin) || origins.contains(EVERYWHERE));
  }

  /** Sets what every answer to a request needs, refusals included. */
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

  /** Sets what a browser asked for; the answer has no body. */
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
