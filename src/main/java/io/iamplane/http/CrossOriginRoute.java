package io.iamplane.http;

import io.iamplane.http.cors.CrossOrigin;
import io.iamplane.http.exchange.AnswerHeaders;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.problem.PlainProblem;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;

/**
 * Sets the headers for scripts of other sites before anything can answer or refuse, so that every
 * answer has them, and answers browsers that ask first.
 */
@Singleton
class CrossOriginRoute {

  private static final int NO_CONTENT = 204;

  private final CrossOrigin crossOrigin;
  private final AnswerHeaders always;
  private final PlainProblem problems;

  CrossOriginRoute(CrossOrigin crossOrigin, AnswerHeaders always, PlainProblem problems) {
    this.crossOrigin = crossOrigin;
    this.always = always;
    this.problems = problems;
  }

  void register(@Observes Router router) {
    if (crossOrigin.isOn()) {
      router.route().order(RequestGate.ORDER - 1).handler(this::mark);
      // Behind the gate: a question costs what a refusal there does.
      router.options().order(RequestGate.ORDER + 1).handler(this::answer);
    }
  }

  private void mark(RoutingContext context) {
    crossOrigin.mark(context.request());
    context.next();
  }

  private void answer(RoutingContext context) {
    if (!crossOrigin.isPreflight(context.request())) {
      context.next();
      return;
    }
    if (!crossOrigin.isAllowed(context.request())) {
      IamException refusal =
          IamException.of(ErrorCode.FORBIDDEN, "Scripts from this origin may not call the API.");
      problems.send(context, refusal, Map.of());
      return;
    }
    crossOrigin.answer(context.request());
    HttpServerResponse response = context.response().setStatusCode(NO_CONTENT);
    always.always().forEach(response::putHeader);
    RequestSender.of(context).headers().forEach(response::putHeader);
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store").end();
  }
}
