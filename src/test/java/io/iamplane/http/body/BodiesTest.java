package io.iamplane.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.body.BodySender.Tenant;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** 160,000 bytes in all, 40,000 for a tenant; 15 s for a body, 1 KiB a second after 2 s. */
class BodiesTest {

  private static final int SHARE = 40_000;

  private static final Duration LOOK = Duration.ofMillis(250);

  private final AtomicLong now = new AtomicLong();
  private final BodyBudget budget =
      new BodyBudget(new BodyPool(156_000, SHARE), new BodyPool(4_000, 1_000));
  private final Deadlines deadlines = new Deadlines(now::get);
  private final Bodies bodies =
      new Bodies(budget, new BodyLimits(new MemorySize(BigInteger.valueOf(100_000))), deadlines);

  private boolean closed;
  private boolean ended;
  private boolean cut;
  private Handler<Buffer> chunks = chunk -> {};
  private Handler<Throwable> failures = failure -> {};
  private final RoutingContext context = context();
  private final AtomicReference<@Nullable Throwable> refusal = new AtomicReference<>();
  private final AtomicReference<@Nullable InputStream> received = new AtomicReference<>();

  @AfterEach
  void nothingIsHeld() {
    bodies.finish(context, () -> {});
    assertThat(budget.used()).isZero();
    assertThat(budget.senders()).isZero();
  }

  private RoutingContext context() {
    HttpServerResponse response =
        fake(HttpServerResponse.class, (proxy, method, arguments) -> closed);
    HttpServerRequest request =
        fake(
            HttpServerRequest.class,
            (proxy, method, arguments) -> called(proxy, method.getName(), arguments, response));
    Map<Object, Object> data = new HashMap<>();
    return fake(
        RoutingContext.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "request" -> request;
              case "get" -> data.get(arguments[0]);
              case "put" -> {
                data.put(arguments[0], arguments[1]);
                yield proxy;
              }
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  @SuppressWarnings("unchecked")
  private @Nullable Object called(
      Object request, String method, Object[] arguments, HttpServerResponse response) {
    switch (method) {
      case "handler" -> chunks = (Handler<Buffer>) arguments[0];
      case "exceptionHandler" -> failures = (Handler<Throwable>) arguments[0];
      default -> {}
    }
    return switch (method) {
      case "response" -> response;
      case "connection" ->
          fake(
              HttpConnection.class,
              (proxy, name, none) -> {
                cut = true;
                return Future.succeededFuture();
              });
      case "path" -> "/api/iam/v1/organizations";
      case "version" -> HttpVersion.HTTP_1_1;
      case "getHeader" -> null;
      case "isEnded" -> ended;
      case "pause", "resume", "handler", "exceptionHandler", "endHandler" -> request;
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private static <T> T fake(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  private void receive() {
    bodies
        .receive(context, new Tenant("a"))
        .whenComplete((body, failure) -> {
          if (failure == null) {
            received.set(body.stream());
          } else {
            refusal.set(failure);
          }
        });
  }

  private void chunk(int bytes) {
    chunks.handle(Buffer.buffer(new byte[bytes]));
  }

  /** Lets time pass with a sweep each quarter of a second, like a running process. */
  private void pass(Duration time) {
    long left = time.toNanos();
    while (left > 0) {
      long step = Math.min(left, LOOK.toNanos());
      now.addAndGet(step);
      deadlines.sweep();
      left -= step;
    }
  }

  /** Lets time pass with one sweep at the end, like a stalled process. */
  private void stall(Duration time) {
    now.addAndGet(time.toNanos());
    deadlines.sweep();
  }

  private void assertRefused(ErrorCode code) {
    assertThat(refusal.get())
        .isInstanceOfSatisfying(
            IamException.class, failure -> assertThat(failure.code()).isEqualTo(code));
    assertThat(received.get()).isNull();
    assertThat(budget.used()).as("given back with the refusal").isZero();
  }

  @Test
  void aClientThatLeavesWhileItIsJudgedHoldsNothing() {
    bodies.begin(context);
    bodies.finish(context, () -> {});
    receive();
    assertRefused(ErrorCode.MALFORMED_REQUEST);
    chunk(1_000);
    assertThat(budget.used()).isZero();
  }

  @Test
  void aClosedAnswerNeedsNoBody() {
    bodies.begin(context);
    closed = true;
    receive();
    assertRefused(ErrorCode.MALFORMED_REQUEST);
  }

  @Test
  void aClientThatLeavesWhileItSendsHoldsNothing() {
    bodies.begin(context);
    receive();
    chunk(1_000);
    assertThat(budget.used()).isPositive();
    failures.handle(new IllegalStateException("reset"));
    assertRefused(ErrorCode.MALFORMED_REQUEST);
  }

  @Test
  void theEndOfARequestIsTheEndOfItsShareWhateverStillComes() {
    bodies.begin(context);
    receive();
    Handler<Buffer> late = chunks;
    late.handle(Buffer.buffer(new byte[1_000]));
    bodies.finish(context, () -> {});
    assertThat(budget.used()).isZero();
    late.handle(Buffer.buffer(new byte[1_000]));
    assertRefused(ErrorCode.TOO_MANY_REQUESTS);
  }

  @Test
  void whatDoesNotFitHoldsNothing() {
    bodies.begin(context);
    receive();
    chunk(SHARE);
    assertThat(budget.used()).isEqualTo(SHARE);
    chunk(1);
    assertRefused(ErrorCode.TOO_MANY_REQUESTS);
  }

  @Test
  void whatIsTooLargeHoldsNothing() {
    bodies.begin(context);
    receive();
    chunk(100);
    chunk(100_000);
    assertRefused(ErrorCode.PAYLOAD_TOO_LARGE);
  }

  @Test
  void theRestOfARefusedBodyIsReadSoThatItsSenderSeesTheAnswer() {
    leave();
    chunk(90_000);
    assertThat(cut).isFalse();
    chunk(20_000);
    assertThat(cut).as("more than a body may have").isTrue();
  }

  /** Each chunk costs the event loop time: 1,200 senders would have it all. */
  @Test
  void ofManyRefusedBodiesLittleIsRead() {
    for (int i = 0; i < 16; i++) {
      leave();
    }
    leave();
    chunk(16_384);
    assertThat(cut).isFalse();
    chunk(1);
    assertThat(cut).isTrue();
  }

  @Test
  void whenTheOthersAreGoneARefusedBodyIsReadAgain() {
    for (int i = 0; i < 16; i++) {
      leave();
    }
    pass(Duration.ofSeconds(3));
    cut = false;
    leave();
    chunk(90_000);
    assertThat(cut).isFalse();
  }

  /** A request is answered while its body is on its way. */
  private void leave() {
    bodies.begin(context);
    RoutingContext answered = context();
    bodies.begin(answered);
    bodies.finish(answered, () -> {});
  }

  @Test
  void aTricklingBodyHoldsItsShareAtMostAndEndsAtTheDeadline() {
    bodies.begin(context);
    receive();
    for (int second = 0; second < 15; second++) {
      chunk(1_100);
      pass(Duration.ofSeconds(1));
      assertThat(refusal.get()).isNull();
      assertThat(budget.used()).isBetween(1L, (long) SHARE);
    }
    pass(Duration.ofMillis(250));
    assertRefused(ErrorCode.REQUEST_TIMEOUT);
  }

  @Test
  void whatWaitsWhileTheProcessStandsStillIsNotLate() {
    bodies.begin(context);
    receive();
    stall(Duration.ofSeconds(40));
    assertThat(refusal.get()).isNull();
    pass(Duration.ofSeconds(16));
    assertRefused(ErrorCode.REQUEST_TIMEOUT);
  }
}
