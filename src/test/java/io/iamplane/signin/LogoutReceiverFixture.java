package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.iamplane.database.Transactions;
import io.iamplane.job.ExpiredRows;
import io.iamplane.testing.Rows;
import io.iamplane.testing.SettableClock;
import io.iamplane.token.LogoutTokens;
import io.iamplane.webhook.OutboundRequests;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A receiver of logout tokens, which hangs, fails or is slow as a test asks. */
abstract class LogoutReceiverFixture extends ApplicationFixture {

  static final String NAME = "Lola Logout";

  @Inject LogoutMessageStore store;
  @Inject Transactions transactions;
  @Inject ExpiredRows expired;
  @Inject ApplicationClientQuery clients;
  @Inject LogoutTokens logoutTokens;
  @Inject OutboundRequests http;

  final SettableClock clock = new SettableClock(Instant.now());
  final MeterRegistry registry = new SimpleMeterRegistry();
  final List<String> bodies = new CopyOnWriteArrayList<>();
  final List<String> others = new CopyOnWriteArrayList<>();
  final AtomicInteger status = new AtomicInteger(200);
  final Semaphore answers = new Semaphore(1_000);
  final AtomicInteger most = new AtomicInteger();
  final AtomicInteger inside = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer receiver;
  BackchannelLogoutJob job;

  @BeforeEach
  void aReceiver() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext(
        "/logout",
        exchange -> {
          bodies.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          answers.acquireUninterruptibly();
          inside.decrementAndGet();
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    receiver.createContext(
        "/slow",
        exchange -> {
          clock.advance(Duration.ofSeconds(2));
          answer(exchange, others);
        });
    receiver.createContext("/quick", exchange -> answer(exchange, others));
    receiver.setExecutor(threads);
    receiver.start();
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").isEmpty()) {
      person(NAME);
    }
    Rows.update("DELETE FROM iam_logout_messages");
    // By a clock that stands still none is slow but those that move it.
    job =
        new BackchannelLogoutJob(store, clients, logoutTokens, http, transactions, clock, registry);
  }

  private static void answer(HttpExchange exchange, List<String> bodies) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @AfterEach
  void stop() {
    answers.release(1_000);
    receiver.stop(0);
    threads.close();
    await().until(job::isIdle);
  }

  String address() {
    return address("/logout");
  }

  String address(String path) {
    return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
  }

  App listening(String uri) {
    App app = application("public", BACK);
    declare(app, "public\", \"backchannel_logout_uri\": \"" + uri, BACK);
    return app;
  }

  Response tokens(App app) {
    Response tokens = redeem(redeeming(app, codeOf(app, NAME)));
    tokens.then().statusCode(200);
    return tokens;
  }

  void signOut(Response tokens) {
    assertThat(browser.get("/oauth/logout?id_token_hint=" + tokens.path("id_token")).statusCode())
        .isEqualTo(200);
  }

  void told(int times) {
    run();
    assertThat(bodies).hasSize(times);
  }

  void run() {
    job.run();
    await().atMost(Duration.ofSeconds(10)).until(job::isIdle);
  }

  static List<String> messages(App app) throws Exception {
    return Rows.texts(
        "SELECT tries FROM iam_logout_messages WHERE client_id = '%s'".formatted(app.clientId()));
  }

  static void due() throws Exception {
    Rows.update("UPDATE iam_logout_messages SET due_at = '-infinity'");
  }

  static void copies(App app, String organization, int number) throws Exception {
    Rows.update(
        """
        INSERT INTO iam_logout_messages (organization_id, client_id, session_id)
        SELECT '%s', '%s', gen_random_uuid() FROM generate_series(1, %d)
        """
            .formatted(organization, app.clientId(), number));
  }
}
