package io.iamplane.webhook.send;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.net.Cidr;
import io.iamplane.testing.HooksCertificate;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.signature.WebhookSecret;
import io.iamplane.webhook.target.TargetRules;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that leave by a proxy. */
class EgressProxyTest {

  @TempDir static Path folder;

  private static Vertx vertx;
  private static HooksCertificate certificate;
  private static HttpServer receiver;

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> credentials = new ConcurrentLinkedQueue<>();
  private @Nullable HttpServer proxy;
  private @Nullable HttpExchange http;

  @BeforeAll
  static void listen() throws Exception {
    vertx = Vertx.vertx();
    certificate = new HooksCertificate(folder);
    receiver = receiver("127.0.0.1", 0, request -> request.connection().indicatedServerName());
  }

  private static HttpServer receiver(
      String address, int port, Function<HttpServerRequest, String> answer) throws Exception {
    return vertx
        .createHttpServer(certificate.server())
        .requestHandler(request -> request.response().end(answer.apply(request)))
        .listen(port, address)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  @AfterAll
  static void end() {
    vertx.close();
  }

  @AfterEach
  void endProxy() {
    if (http != null) {
      http.close();
    }
    if (proxy != null) {
      proxy.close();
    }
  }

  @Test
  void theProxyIsAskedForTheCheckedAddressAndTheReceiverForItsName() throws Exception {
    start(200, "");
    SendResult result = send("https://hooks.example.com:" + receiver.actualPort() + "/");
    assertThat(result.error()).isNull();
    assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(result.excerpt()).isEqualTo("hooks.example.com");
    assertThat(asked).containsExactly("127.0.0.1:" + receiver.actualPort());
    for (int i = 0; i < 5; i++) {
      send("https://hooks.example.com:" + receiver.actualPort() + "/");
    }
    // Not always the very next time: a connection comes back a moment after its answer.
    assertThat(asked).as("connections are used again").hasSizeLessThan(5);
    assertThat(credentials).containsOnly("null");
  }

  @Test
  void theProxyIsAskedForWhatTheNameLeadsToNow() throws Exception {
    start(200, "");
    HttpServer other = receiver("127.0.0.2", receiver.actualPort(), _ -> "the other");
    String url = "https://hooks.example.com:" + receiver.actualPort() + "/";
    assertThat(send(url, "127.0.0.1").excerpt()).isEqualTo("hooks.example.com");
    assertThat(send(url, "127.0.0.2").excerpt()).isEqualTo("the other");
    assertThat(send(url, "127.0.0.1").excerpt()).isEqualTo("hooks.example.com");
    String[] addresses = {
      "127.0.0.1:" + receiver.actualPort(), "127.0.0.2:" + receiver.actualPort()
    };
    assertThat(asked).startsWith(addresses).containsOnly(addresses);
    other.close();
  }

  @Test
  void itIsToldWhoAsks() throws Exception {
    start(200, "me:p%40ss+word@");
    assertThat(send("https://hooks.example.com:" + receiver.actualPort() + "/").outcome())
        .isEqualTo(Outcome.DELIVERED);
    assertThat(credentials)
        .containsExactly(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString("me:p@ss+word".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedHereToo() throws Exception {
    start(200, "");
    SendResult result = send("https://other.example.com:" + receiver.actualPort() + "/");
    assertThat(result.error()).startsWith("TLS failed");
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 407, 502})
  void aProxyThatRefusesIsAFailureThatNamesNoMachine(int status) throws Exception {
    start(status, "me:secret@");
    SendResult result = send("https://hooks.example.com:" + receiver.actualPort() + "/");
    assertThat(result.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(result.error()).isEqualTo("The egress proxy could not connect to the host.");
  }

  @Test
  void aProxyThatIsNotThereIsAFailure() throws Exception {
    start(200, "");
    proxy.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    SendResult result = send("https://hooks.example.com:" + receiver.actualPort() + "/");
    assertThat(result.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(result.error()).isEqualTo("The egress proxy could not connect to the host.");
  }

  @Test
  void aForbiddenAddressIsNotAskedFor() throws Exception {
    start(200, "");
    SendResult result =
        send("https://hooks.example.com:" + receiver.actualPort() + "/", "127.0.0.1", List.of());
    assertThat(result.outcome()).isEqualTo(Outcome.FORBIDDEN);
    assertThat(asked).isEmpty();
  }

  @Test
  void thisMachineIsReachedDirectly() throws Exception {
    start(200, "");
    HttpServer plain =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.response().end())
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get();
    assertThat(send("http://127.0.0.1:" + plain.actualPort() + "/").outcome())
        .isEqualTo(Outcome.DELIVERED);
    assertThat(asked).isEmpty();
    plain.close();
  }

  @Test
  void thePasswordIsNotWritten() {
    EgressProxy read = EgressProxy.parse("http://me:secret@[::1]:3128/").orElseThrow();
    assertThat(read).isEqualTo(new EgressProxy("::1", 3128, "me", "secret"));
    assertThat(read.toString()).doesNotContain("secret");
  }

  private void start(int status, String userInfo) throws Exception {
    proxy =
        vertx
            .createHttpServer()
            .requestHandler(request -> connect(request, status))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get();
    EgressProxy way =
        EgressProxy.parse("http://" + userInfo + "127.0.0.1:" + proxy.actualPort()).orElseThrow();
    http =
        new HttpExchange(
            vertx, Duration.ofSeconds(10), 4, new HttpExchange.Way(certificate.pem(), way));
  }

  private void connect(HttpServerRequest request, int status) {
    asked.add(request.uri());
    credentials.add("" + request.getHeader("proxy-authorization"));
    if (status != 200) {
      request.response().setStatusCode(status).end();
      return;
    }
    String[] to = request.uri().split(":");
    vertx
        .createNetClient()
        .connect(Integer.parseInt(to[1]), to[0])
        .compose(far -> request.toNetSocket().onSuccess(near -> join(near, far)))
        .onFailure(_ -> request.response().setStatusCode(502).end());
  }

  private static void join(NetSocket near, NetSocket far) {
    near.handler(far::write).closeHandler(_ -> far.close());
    far.handler(near::write).closeHandler(_ -> near.close());
  }

  private SendResult send(String url) {
    return send(url, "127.0.0.1");
  }

  private SendResult send(String url, String address) {
    return send(url, address, List.of(requireNonNull(Cidr.parse("127.0.0.0/8"))));
  }

  private SendResult send(String url, String address, List<Cidr> opened) {
    TargetRules rules = new TargetRules(opened, Set.of(receiver.actualPort()), true);
    return new WebhookSender(
            rules, _ -> name -> Answers.of(name, address), http, Clock.systemUTC(), false)
        .send(
            new WebhookRequest(
                OrganizationId.next(),
                url,
                UUID.randomUUID(),
                "{}",
                List.of(WebhookSecret.next(new SecureRandom())),
                null));
  }
}
