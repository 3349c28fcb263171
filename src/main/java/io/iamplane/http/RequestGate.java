package io.iamplane.http;

import io.iamplane.http.body.Bodies;
import io.iamplane.http.body.BodyLimits;
import io.iamplane.http.connection.GuardedConnection;
import io.iamplane.http.problem.PlainProblem;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.impl.ContextInternal;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Judges heads before all other handlers, and follows every request to its end. The router would
 * resolve dot segments and decode letters by itself, after the filters have judged the raw path:
 * the two must not see different paths. No body is read here.
 */
@Singleton
class RequestGate {

  /** Before everything else. */
  static final int ORDER = -2000;

  /** In bytes: of all that may wait, 8 MB. */
  private static final long MOST_KEPT = 8_192;

  private static final String SEEN = RequestGate.class.getName();

  private final PlainProblem problems;
  private final BodyLimits limits;
  private final Bodies bodies;
  private final Doorway doorway;
  private final SlowRefusals slow;
  private final RequestTrace trace;
  private final Departure departure;

  RequestGate(
      PlainProblem problems,
      BodyLimits limits,
      Bodies bodies,
      Doorway doorway,
      SlowRefusals slow,
      RequestTrace trace,
      Departure departure) {
    this.trace = trace;
    this.problems = problems;
    this.limits = limits;
    this.bodies = bodies;
    this.doorway = doorway;
    this.slow = slow;
    this.departure = departure;
  }

  void register(@Observes Router router) {
    router.route().order(ORDER).handler(this::check).failureHandler(this::undecided);
  }

  private void check(RoutingContext context) {
    if (begin(context)) {
      whenRead(context, () -> judge(context));
    }
  }

  /** A client that does not read its answers gets no more of them until it does. */
  private static void whenRead(RoutingContext context, Runnable work) {
    GuardedConnection connection = GuardedConnection.of(context.request());
    if (connection == null || connection.isRead()) {
      work.run();
    } else {
      context.request().pause();
      Context current = context.vertx().getOrCreateContext();
      connection.whenRead(() -> current.runOnContext(read -> attempt(context, work)));
    }
  }

  private void judge(RoutingContext context) {
    IamException fault = fault(context);
    Doorway.Refusal refusal = fault == null ? doorway.judge(context) : null;
    if (fault != null) {
      refuse(context, fault);
    } else if (refusal != null) {
      refuse(context, refusal);
    } else {
      context.next();
    }
  }

  /** The router itself refuses a missing or unreadable host, before any handler. */
  private void undecided(RoutingContext context) {
    boolean unheard = context.get(SEEN) == null;
    if (unheard && context.statusCode() == ErrorCode.MALFORMED_REQUEST.status()) {
      if (begin(context)) {
        refuse(context, IamException.of(ErrorCode.MALFORMED_REQUEST, RequestHead.HOST));
      }
    } else {
      context.next();
    }
  }

  /** False, and the connection closed, when it takes no more requests. */
  private boolean begin(RoutingContext context) {
    HttpServerRequest request = context.request();
    GuardedConnection connection = GuardedConnection.of(request);
    context.put(SEEN, true);
    MetricPath.begin(context);
    bodies.begin(context);
    departure.mark(request);
    boolean taken = connection == null || connection.begin(request);
    // The thread that ended the answer may be another; what is left of a body arrives on this one.
    ContextInternal loop = (ContextInternal) context.vertx().getOrCreateContext();
    Span span = trace.begin(request);
    context.addEndHandler(ended -> {
      RequestTrace.end(span, context);
      loop.execute(() -> finish(context, connection));
    });
    if (!taken) {
      // What follows a head that was refused for its form may be part of that head's body.
      request.connection().close();
    }
    return taken;
  }

  private void refuse(RoutingContext context, Doorway.Refusal refusal) {
    HttpServerRequest request = context.request();
    if (refusal.reason().code() == ErrorCode.TOO_MANY_REQUESTS && mayWait(request)) {
      if (request.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
        request.pause();
      }
      slow.later(() -> attempt(context, () -> answer(context, refusal)));
    } else {
      answer(context, refusal);
    }
  }

  /** Returns true if the refusal may be delayed: the kept body is small. */
  private static boolean mayWait(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.version() != HttpVersion.HTTP_2
        && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        && (length == null || parse(length) <= MOST_KEPT);
  }

  /** Out of the router's hands a failure would leave the request without an answer. */
  private static void attempt(RoutingContext context, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      context.fail(e);
    }
  }

  private void answer(RoutingContext context, Doorway.Refusal refusal) {
    if (!context.response().closed()) {
      problems.send(context, refusal.reason(), refusal.headers());
    }
  }

  private void refuse(RoutingContext context, IamException refusal) {
    GuardedConnection connection = GuardedConnection.of(context.request());
    if (connection != null && context.request().version() != HttpVersion.HTTP_2) {
      connection.takeNoMore();
    }
    problems.sendAsLast(context, refusal);
  }

  private @Nullable IamException fault(RoutingContext context) {
    HttpServerRequest request = context.request();
    String fault =
        RequestHead.fault(
            request.version(), request.path(), context.normalizedPath(), request.headers());
    if (fault != null) {
      return IamException.of(ErrorCode.MALFORMED_REQUEST, fault);
    }
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    long max = limits.max(request.path());
    return length != null && parse(length) > max ? BodyLimits.tooLarge(max) : null;
  }

  private void finish(RoutingContext context, @Nullable GuardedConnection connection) {
    boolean last =
        context.request().version() != HttpVersion.HTTP_2
            && context.response().headers().contains(HttpHeaders.CONNECTION, "close", true);
    bodies.finish(
        context,
        () -> {
          if (last) {
            context.request().connection().close();
          }
        });
    if (connection != null) {
      connection.end(context.request());
    }
  }

  private static long parse(String length) {
    try {
      return Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
