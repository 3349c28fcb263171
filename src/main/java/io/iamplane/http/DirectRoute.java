package io.iamplane.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.iamplane.http.body.Bodies;
import io.iamplane.http.body.BodySender;
import io.iamplane.http.body.ReceivedBody;
import io.iamplane.http.exchange.AnswerHeaders;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.http.limit.Allowance;
import io.iamplane.http.problem.PlainProblem;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.DirectOperation;
import io.iamplane.token.VerifiedToken;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Answers short decision requests straight from their connection. The framework's way costs several
 * times a decision: contexts, proxies, filters, and the template of each path. Refuses here only
 * requests beyond a limit, so that this costs little. Every other request that is not a plain
 * success continues in the framework from its present state: sender known and charged, body read.
 */
@Singleton
class DirectRoute {

  private static final Logger LOG = Logger.getLogger(DirectRoute.class);

  private final List<DirectOperation> operations;
  private final Authorizer authorizer;
  private final Bodies bodies;
  private final PlainProblem problems;
  private final ObjectWriter writer;
  private final MultiMap always;
  private final Counter answered;

  DirectRoute(
      @All List<DirectOperation> operations,
      Authorizer authorizer,
      Bodies bodies,
      PlainProblem problems,
      ObjectMapper mapper,
      AnswerHeaders always,
      MeterRegistry registry) {
    this.operations = operations;
    this.authorizer = authorizer;
    this.bodies = bodies;
    this.problems = problems;
    this.writer = mapper.writer();
    this.always =
        MultiMap.caseInsensitiveMultiMap()
            .addAll(always.always())
            .add(HttpHeaders.CONTENT_TYPE, "application/json;charset=UTF-8")
            .add(HttpHeaders.CACHE_CONTROL, "no-store");
    this.answered =
        Counter.builder("iam_http_direct_answers")
            .description("Decision requests handled on their connection, outside the framework")
            .register(registry);
  }

  void register(@Observes Router router) {
    for (DirectOperation operation : operations) {
      router
          .post(operation.path())
          .order(RequestGate.ORDER + 1)
          .handler(context -> enter(context, operation));
    }
  }

  private void enter(RoutingContext context, DirectOperation operation) {
    RequestSender sender = RequestSender.of(context);
    VerifiedToken token = sender.token();
    Allowance allowance = sender.allowance();
    if (token == null || allowance == null || !PlainQuestion.is(context.request())) {
      context.next();
      return;
    }
    Caller caller = sender.caller(token, context.request().getHeader(HttpHeaders.USER_AGENT));
    if (!isPermitted(caller, operation.permission())) {
      context.next();
      return;
    }
    Question question =
        new Question(context, context.vertx().getOrCreateContext(), caller, allowance);
    var unused =
        bodies
            .receive(context, new BodySender.Tenant(token.organization().toString()))
            .whenComplete((body, refusal) ->
                attempt(question, () -> received(question, operation, body, refusal)));
  }

  private void received(
      Question question,
      DirectOperation operation,
      @Nullable ReceivedBody body,
      @Nullable Throwable refusal) {
    if (body == null || refusal != null) {
      question.leave();
    } else {
      answer(question, operation, body);
    }
  }

  /** A request that may be answered here. */
  private record Question(
      RoutingContext routing, Context current, Caller caller, Allowance allowance) {

    boolean isGone() {
      return routing.response().closed();
    }

    /** The headers of the rest of its sender's ceiling. */
    Map<String, String> restOfCeiling() {
      return allowance.taken().state().headers();
    }

    /** The framework takes it from here. */
    void leave() {
      current.runOnContext(_ -> routing.next());
    }
  }

  /** Runs work on the connection's own thread; another thread may have completed the answer. */
  private void onLoop(Question question, Runnable work) {
    if (Context.isOnEventLoopThread()) {
      attempt(question, work);
    } else {
      question.current().runOnContext(_ -> attempt(question, work));
    }
  }

  /** The future that calls this would keep a failure to itself, and the request unanswered. */
  private void attempt(Question question, Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      fail(question, e);
    }
  }

  private void fail(Question question, Throwable failure) {
    LOG.errorf(
        failure,
        "unexpected failure, correlation_id %s",
        RequestSender.of(question.routing()).correlationId());
    HttpServerResponse response = question.routing().response();
    if (!response.ended() && !response.closed()) {
      problems.sendUnexpected(question.routing());
    }
  }

  private boolean isPermitted(Caller caller, String permission) {
    try {
      return authorizer.allowsUnrecorded(caller, permission);
    } catch (RuntimeException e) {
      // The framework asks again, and can wait for the answer or say why it has to refuse.
      return false;
    }
  }

  private void answer(Question question, DirectOperation operation, ReceivedBody body) {
    CompletionStage<?> answer;
    try {
      answer =
          operation.answer(
              question.caller(), body.stream(), question.allowance(), question::isGone);
    } catch (IamException e) {
      if (e.code() == ErrorCode.TOO_MANY_REQUESTS) {
        refuse(question, e);
      } else {
        question.leave();
      }
      return;
    } catch (IOException | RuntimeException e) {
      // Nothing was done yet. The same comes of it there, said as all refusals are. An Error is
      // no refusal.
      question.leave();
      return;
    }
    var unused =
        answer.whenComplete((shown, failure) ->
            onLoop(
                question,
                () -> {
                  if (failure == null) {
                    send(question, json(shown));
                  } else {
                    fail(question, failure);
                  }
                }));
  }

  private void send(Question question, byte[] json) {
    HttpServerResponse response = question.routing().response();
    if (response.closed()) {
      return;
    }
    MultiMap headers = response.headers();
    headers.addAll(always);
    RequestSender.of(question.routing()).headers().forEach(headers::set);
    question.restOfCeiling().forEach(headers::set);
    answered.increment();
    response.end(Buffer.buffer(json));
  }

  private void refuse(Question question, IamException refusal) {
    if (!question.isGone()) {
      problems.send(question.routing(), refusal, question.restOfCeiling());
    }
  }

  private byte[] json(Object answer) {
    try {
      return writer.writeValueAsBytes(answer);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
