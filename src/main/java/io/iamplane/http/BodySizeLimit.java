package io.iamplane.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.http.problem.Problem;
import io.iamplane.http.problem.ProblemAnswer;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.UncheckedIOException;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Refuses a body of more than {@code quarkus.http.limits.max-body-size} with a problem. The
 * server's own limit would answer without a word, and one that meets a body of unannounced length
 * would wait for the rest of it.
 */
@ApplicationScoped
class BodySizeLimit {

  /** Before the server's own check. */
  private static final int ORDER = -1000;

  private static final Set<HttpMethod> BODILESS =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.DELETE);

  private final long limit;
  private final ObjectMapper mapper;
  private final BodyHandler unannounced;

  BodySizeLimit(
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize limit,
      ObjectMapper mapper) {
    this.limit = limit.asLongValue();
    this.mapper = mapper;
    this.unannounced = BodyHandler.create(false).setBodyLimit(this.limit);
  }

  void register(@Observes Router router) {
    router.route().order(ORDER).handler(this::check).failureHandler(this::refuseTooLarge);
  }

  private void check(RoutingContext request) {
    String length = request.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      if (parse(length) > limit) {
        refuse(request);
      } else {
        request.next();
      }
    } else if (hasUnannouncedBody(request.request())) {
      // Reads the body to its end or to the limit, whichever comes first, and goes on.
      unannounced.handle(request);
    } else {
      request.next();
    }
  }

  /**
   * HTTP/2 needs no announcement; a request that has ended already, as after an upgrade, has none.
   */
  private static boolean hasUnannouncedBody(HttpServerRequest request) {
    return request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null
        || (request.version() == HttpVersion.HTTP_2
            && !request.isEnded()
            && !BODILESS.contains(request.method()));
  }

  private void refuseTooLarge(RoutingContext request) {
    if (request.statusCode() == ErrorCode.PAYLOAD_TOO_LARGE.status()) {
      refuse(request);
    } else {
      request.next();
    }
  }

  private void refuse(RoutingContext request) {
    IamException refusal =
        IamException.of(
            ErrorCode.PAYLOAD_TOO_LARGE, "A request body may have at most " + limit + " bytes.");
    String correlationId = UuidV7.next().toString();
    request
        .response()
        .setStatusCode(refusal.code().status())
        .putHeader(HttpHeaders.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader(RequestIdentityFilter.CORRELATION_ID, correlationId)
        // The rest of the body is not read, so the connection serves no other request.
        .putHeader(HttpHeaders.CONNECTION, "close")
        .end(json(Problem.of(refusal, correlationId)));
  }

  private static long parse(String length) {
    try {
      return Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private String json(Problem problem) {
    try {
      return mapper.writeValueAsString(problem);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
