package io.iamplane.http;

import io.iamplane.http.problem.PlainProblem;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Lets only requests in whose path is written in its normal form (RFC 3986, section 6.2.2). The
 * router would resolve dot segments and decode letters by itself, after the filters have judged the
 * path by what was written: the two must not see different paths.
 */
@ApplicationScoped
class RequestLineGate {

  /** Before everything else. */
  private static final int ORDER = -2000;

  private final PlainProblem problems;

  RequestLineGate(PlainProblem problems) {
    this.problems = problems;
  }

  void register(@Observes Router router) {
    router.route().order(ORDER).handler(this::check);
  }

  private void check(RoutingContext request) {
    if (!request.normalizedPath().equals(request.request().path())) {
      problems.send(
          request,
          IamException.of(
              ErrorCode.MALFORMED_REQUEST,
              "The path must be in its normal form, without dot segments or needless escapes."));
    } else {
      request.next();
    }
  }
}
