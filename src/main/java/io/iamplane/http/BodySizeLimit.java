package io.iamplane.http;

import io.iamplane.http.problem.PlainProblem;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Refuses a body of more than {@code quarkus.http.limits.max-body-size} with a problem. The
 * server's own limit would answer without a word, and one that meets a chunked body would wait for
 * the rest of it. HTTP/2 bodies of unannounced length are left to the server's limit.
 */
@ApplicationScoped
class BodySizeLimit {

  /** Before the server's own check. */
  private static final int ORDER = -1000;

  private final long limit;
  private final PlainProblem problems;
  private final BodyHandler chunked;

  BodySizeLimit(
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize limit,
      PlainProblem problems) {
    this.limit = limit.asLongValue();
    this.problems = problems;
    this.chunked = BodyHandler.create(false).setBodyLimit(this.limit);
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
    } else if (request.request().getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
      // Reads the body to its end or to the limit, whichever comes first, and goes on.
      chunked.handle(request);
    } else {
      request.next();
    }
  }

  private void refuseTooLarge(RoutingContext request) {
    if (request.statusCode() == ErrorCode.PAYLOAD_TOO_LARGE.status()) {
      refuse(request);
    } else {
      request.next();
    }
  }

  private void refuse(RoutingContext request) {
    problems.send(
        request,
        IamException.of(
            ErrorCode.PAYLOAD_TOO_LARGE, "A request body may have at most " + limit + " bytes."));
  }

  private static long parse(String length) {
    try {
      return Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
