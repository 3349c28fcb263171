package io.iamplane.webhook.send;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.net.Cidr;
import io.iamplane.testing.HooksCertificate;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.signature.WebhookSecret;
import io.iamplane.webhook.target.TargetRules;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request, and everything that a receiver may do to it. */
class WebhookSenderTest {

  @TempDir static Path folder;

  private static HooksCertificate certificate;
  private static Vertx vertx;
  private static HttpExchange http;

  /** A client with a short timeout, for receivers that let it wait. */
  private static HttpExchange hasty;

  @BeforeAll
  static void makeACertificate() throws Exception {
    vertx = Vertx.vertx();
    certificate = new HooksCertificate(folder);
    http = exchange(certificate.pem(), Duration.ofSeconds(10));
    hasty = exchange(null, Duration.ofMillis(800));
  }

  @AfterAll
  static void end() {
    http.close();
    hasty.close();
    vertx.close();
  }

  @Test
  void theHostOfTheUrlIsNamedToTheCheckedAddress() throws Exception {
    AtomicReference<HttpServerRequest> seen = new AtomicReference<>();
    HttpServer server =
        tls(request -> {
          seen.set(request);
          request.response().setStatusCode(204).end();
        });
    SendResult result =
        send("https://hooks.example.com:" + server.actualPort() + "/in?a=b", server);
    assertThat(result.error()).isNull();
    assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(seen.get().getHeader("host")).isEqualTo("hooks.example.com:" + server.actualPort());
    assertThat(seen.get().connection().indicatedServerName()).isEqualTo("hooks.example.com");
    assertThat(seen.get().uri()).isEqualTo("/in?a=b");
    assertThat(seen.get().getHeader("content-type"))
        .isEqualTo("application/cloudevents+json; charset=utf-8");
    server.close();
  }

  /** Receivers belong to others, so they get the trace context only if the operator allows it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTraceIsToldOnlyWhereThatIsSet(boolean tells) throws Exception {
    String place = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    AtomicReference<String> seen = new AtomicReference<>();
    HttpServer server =
        tls(request -> {
          seen.set(String.valueOf(request.getHeader("traceparent")));
          request.response().end();
        });
    sender(http, server, "127.0.0.1", tells)
        .send(request("https://hooks.example.com:" + server.actualPort() + "/", place));

    assertThat(seen.get()).isEqualTo(tells ? place : "null");
    server.close();
  }

  /** A connection that is kept for the name's former address is not used for its present one. */
  @Test
  void aNameThatLeadsElsewhereNowIsFollowedThere() throws Exception {
    HttpServer first = tls(request -> request.response().end("first"));
    HttpServer second =
        listen(
            certificate.server(),
            request -> request.response().end("second"),
            first.actualPort(),
            "127.0.0.2");
    String url = "https://hooks.example.com:" + first.actualPort() + "/";
    assertThat(send(http, url, first, "127.0.0.1").excerpt()).isEqualTo("first");
    assertThat(send(http, url, first, "127.0.0.2").excerpt()).isEqualTo("second");
    assertThat(send(http, url, first, "127.0.0.2 127.0.0.1").excerpt()).isEqualTo("second");
    assertThat(send(http, url, first, "127.0.0.1").excerpt()).isEqualTo("first");
    first.close();
    second.close();
  }

  /** A fast answer must not be taken for a failure and sent again. */
  @Test
  void anAnswerIsNeverMissed() throws Exception {
    sendAtOnce(600);
  }

  @Test
  @Tag("ci")
  void anAnswerIsNeverMissedOfMany() throws Exception {
    sendAtOnce(3_000);
  }

  private static void sendAtOnce(int requests) throws Exception {
    HttpServer server = tls(request -> request.response().end("at once"));
    String url = "https://hooks.example.com:" + server.actualPort() + "/";
    List<Future<SendResult>> sent = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < requests; i++) {
        sent.add(threads.submit(() -> send(url, server)));
      }
    }
    for (Future<SendResult> each : sent) {
      assertThat(each.get().error()).isNull();
      assertThat(each.get().excerpt()).isEqualTo("at once");
    }
    server.close();
  }

  @Test
  void aCertificateOfAnotherHostIsRefused() throws Exception {
    HttpServer server = tls(request -> request.response().end());
    SendResult result = send("https://other.example.com:" + server.actualPort() + "/", server);
    assertThat(result.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(result.error()).startsWith("TLS failed");
    server.close();
  }

  @Test
  void aCertificateThatNobodyTrustsIsRefused() throws Exception {
    HttpServer server = tls(request -> request.response().end());
    HttpExchange distrustful = exchange(null, Duration.ofSeconds(10));
    SendResult result =
        send(distrustful, "https://hooks.example.com:" + server.actualPort() + "/", server);
    assertThat(result.error()).startsWith("TLS failed");
    distrustful.close();
    server.close();
  }

  @Test
  void ofTheAnswerTheBeginningIsKept() throws Exception {
    SendResult result =
        plain(request -> request.response().setStatusCode(500).end("no\u0000" + "x".repeat(9_000)));
    assertThat(result.outcome()).isEqualTo(Outcome.REJECTED);
    assertThat(result.statusCode()).isEqualTo(500);
    assertThat(result.excerpt()).hasSize(AnswerReader.MAX_BODY).startsWith("no\uFFFDxxx");
  }

  @Test
  void anEndlessBodyDoesNotKeepUs() throws Exception {
    SendResult result =
        plain(request -> {
          request.response().setChunked(true).setStatusCode(200);
          vertx.setPeriodic(
              1,
              timer -> {
                if (request.response().closed()) {
                  vertx.cancelTimer(timer);
                } else {
                  request.response().write("x".repeat(1_000));
                }
              });
        });
    assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(result.excerpt()).hasSize(AnswerReader.MAX_BODY);
  }

  @Test
  void aBodyThatNeverEndsDoesNotTakeTheStatusBack() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<SendResult> stalled = threads.submit(() -> endless(202, "abc"));
      Future<SendResult> gone = threads.submit(() -> endless(410, ""));
      assertThat(stalled.get().outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(stalled.get().excerpt()).isEqualTo("abc");
      assertThat(gone.get().outcome()).isEqualTo(Outcome.GONE);
    }
  }

  /** Sends to a receiver with an answer shorter than announced. */
  private static SendResult endless(int status, String sent) throws Exception {
    return plain(
        hasty,
        request ->
            request
                .response()
                .putHeader("content-length", "100")
                .setStatusCode(status)
                .write(sent));
  }

  @Test
  void noAnswerInTimeIsAFailure() throws Exception {
    long started = System.nanoTime();
    SendResult result = plain(hasty, _ -> {});
    assertThat(result.outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void aConnectionThatClosesIsAFailure() throws Exception {
    SendResult result = plain(request -> request.connection().close());
    assertThat(result.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(result.error()).isEqualTo("The connection was closed before a response arrived.");
  }

  @Test
  void aBodyThatBreaksOffDoesNotTakeTheStatusBack() throws Exception {
    SendResult result =
        plain(request -> {
          request.response().putHeader("content-length", "100").setStatusCode(200).write("abc");
          vertx.setTimer(50, _ -> request.connection().close());
        });
    assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(result.excerpt()).isEqualTo("abc");
  }

  @Test
  void nobodyThereIsAFailure() throws Exception {
    // Bound, so that nobody else takes the port, and never listening.
    try (Socket nobody = new Socket()) {
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = nobody.getLocalPort();
      SendResult result =
          sender(http, port, "127.0.0.1", false)
              .send(request("http://localhost:" + port + "/", null));
      assertThat(result.outcome()).isEqualTo(Outcome.UNREACHABLE);
      assertThat(result.error()).isEqualTo("The host refused the connection.");
    }
  }

  @Test
  void whatTheReceiverAsksForIsRead() throws Exception {
    SendResult result =
        plain(
            request -> request.response().setStatusCode(429).putHeader("Retry-After", "120").end());
    assertThat(result.retryAfter()).isEqualTo(Duration.ofMinutes(2));
    assertThat(plain(request -> request.response().setStatusCode(410).end()).outcome())
        .isEqualTo(Outcome.GONE);
  }

  private static SendResult plain(Handler<HttpServerRequest> handler) throws Exception {
    return plain(http, handler);
  }

  private static SendResult plain(HttpExchange exchange, Handler<HttpServerRequest> handler)
      throws Exception {
    HttpServer server = listen(new HttpServerOptions(), handler);
    SendResult result = send(exchange, "http://localhost:" + server.actualPort() + "/", server);
    server.close();
    return result;
  }

  private static HttpExchange exchange(@Nullable String certificates, Duration limit) {
    return new HttpExchange(vertx, limit, 4, new HttpExchange.Way(certificates, null));
  }

  private static HttpServer tls(Handler<HttpServerRequest> handler) throws Exception {
    return listen(certificate.server(), handler);
  }

  private static HttpServer listen(HttpServerOptions options, Handler<HttpServerRequest> handler)
      throws Exception {
    return listen(options, handler, 0, "127.0.0.1");
  }

  private static HttpServer listen(
      HttpServerOptions options, Handler<HttpServerRequest> handler, int port, String address)
      throws Exception {
    return vertx
        .createHttpServer(options)
        .requestHandler(handler)
        .listen(port, address)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private static SendResult send(String url, HttpServer server) {
    return send(http, url, server);
  }

  private static SendResult send(HttpExchange exchange, String url, HttpServer server) {
    return send(exchange, url, server, "127.0.0.1");
  }

  private static SendResult send(
      HttpExchange exchange, String url, HttpServer server, String addresses) {
    return sender(exchange, server, addresses, false).send(request(url, null));
  }

  private static WebhookSender sender(
      HttpExchange exchange, HttpServer server, String addresses, boolean tellsTrace) {
    return sender(exchange, server.actualPort(), addresses, tellsTrace);
  }

  private static WebhookSender sender(
      HttpExchange exchange, int port, String addresses, boolean tellsTrace) {
    TargetRules rules =
        new TargetRules(
            List.of(requireNonNull(Cidr.parse("127.0.0.0/8"))),
            Set.of(443, Math.max(1, port)),
            true);
    return new WebhookSender(
        rules, _ -> name -> Answers.of(name, addresses), exchange, Clock.systemUTC(), tellsTrace);
  }

  private static WebhookRequest request(String url, String traceparent) {
    return new WebhookRequest(
        OrganizationId.next(),
        url,
        UUID.randomUUID(),
        "{}",
        List.of(WebhookSecret.next(new SecureRandom())),
        traceparent);
  }
}
