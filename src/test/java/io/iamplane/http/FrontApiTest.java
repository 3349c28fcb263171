package io.iamplane.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.http.body.BodyBudget;
import io.iamplane.http.connection.ShortPatience;
import io.iamplane.shared.trace.example.SpanTimers;
import io.iamplane.testing.ScannedDocument;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds on the server's resources for a sender with or without a token, tested by raw sockets. */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
public class FrontApiTest {

  private static final String PATH = "/api/iam/v1/organizations";
  private static final String HEALTH = "/api/iam/v1/health";
  private static final int KIB = 1024;

  /** An eighth of the memory for bodies: for one tenant, and for all senders without a token. */
  static final int SHARE = 2048 * KIB;

  @Inject TestPlatform platform;
  @Inject BodyBudget budget;

  /**
   * Also has a deployer's own bean for spans, for the one test of it: two applications start in
   * twice the time.
   */
  public static class SmallLimits implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(SpanTimers.class, ShortPatience.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.ofEntries(
          Map.entry(ScannedDocument.NONE, "true"),
          Map.entry("iam.http.body.total", "16M"),
          Map.entry("iam.authentication.failure_limit", "5"),
          Map.entry("iam.http.cors.origins", "https://panel.example.com,http://localhost:5173"),
          Map.entry("iam.http.proxies.trusted", "127.0.0.1,10.0.0.0/8"));
    }
  }

  @AfterEach
  void nothingIsHeld() {
    await().atMost(10, SECONDS).until(() -> budget.used() == 0);
  }

  static String head(String method, String path, String... headers) {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: a\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head + "\r\n";
  }

  private String chunked() {
    return head(
        "POST",
        PATH,
        "Authorization: Bearer " + platform.platformToken(),
        "Content-Type: application/json",
        "Transfer-Encoding: chunked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /oauth/token HTTP/1.1|Host: a|Transfer-Encoding: xchunked|Content-Length: 3||a=b",
        "POST /oauth/token HTTP/1.1|Host: a|Transfer-Encoding: xchunked||",
        "POST /oauth/token HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding:"
            + " chunked||0||",
        "POST /oauth/token HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 3||0||",
        "POST /oauth/token HTTP/1.1|Host: a|Content-Length: 3|Content-Length: 3||a=b",
        "POST /oauth/token HTTP/1.1|Host: a|Content-Length: 3|Content-Length: 4||a=b",
        "POST /oauth/token HTTP/1.0|Host: a|Transfer-Encoding: chunked||0||",
        "GET /api/iam/v1/health HTTP/1.1|Host: a|Host: b||",
        "GET /api/iam/v1/health HTTP/1.1||",
        "GET /api/iam/v1/health;x=1 HTTP/1.1|Host: a||",
        "GET /api;x=1/iam/v1/health HTTP/1.1|Host: a||",
        "GET /api/iam/./v1/health HTTP/1.1|Host: a||",
      })
  void headsThatCanBeReadInTwoWaysAreRefused(String request) {
    try (RawClient client = new RawClient()) {
      // With a second request behind it, which must not be answered.
      client.send(request.replace("|", "\r\n") + head("GET", HEALTH));
      assertThat(client.status()).isEqualTo(400);
      assertThat(client.status()).isZero();
    }
  }

  @Test
  void withoutATokenNoBodyIsRead() {
    hold(60);
  }

  @Test
  @Tag("stress")
  void withoutATokenNoBodyIsReadOfAThousandConnections() {
    hold(1_200);
  }

  /** Each sends as much of a megabyte as the server takes, in chunks, and never ends it. */
  private void hold(int connections) {
    long peak = budget.peak();
    List<RawClient> clients = new ArrayList<>();
    List<Integer> answers = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        RawClient client = new RawClient();
        clients.add(client);
        client.send(head("POST", PATH, "Transfer-Encoding: chunked"));
        for (int sent = 0; sent < 16 && !client.isAnswered() && client.chunk(64 * KIB); sent++) {
          // As far as it goes: a connection that is cut off loses what its client has not read.
        }
        answers.add(client.status());
      }
      assertThat(answers).hasSize(connections).containsOnly(401);
      assertThat(clients).allSatisfy(client -> assertThat(client.isClosedInTime()).isTrue());
      assertThat(budget.peak()).isEqualTo(peak);
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  @Test
  void oneClientHoldsNoMoreThanItsShare() {
    // Of the process: another test may have held more before.
    long peak = budget.peak();
    List<RawClient> clients = new ArrayList<>();
    try {
      String head = chunked();
      for (int i = 0; i < 12; i++) {
        RawClient client = new RawClient();
        clients.add(client);
        client.send(head);
        client.chunk(256 * KIB);
      }
      await().atMost(10, SECONDS).until(() -> clients.stream().anyMatch(RawClient::isAnswered));
      assertThat(clients.stream().filter(RawClient::isAnswered).map(RawClient::answer))
          .as("answers before the end")
          .allSatisfy(answer ->
              assertThat(answer)
                  .contains(" 429 ", "too-many-requests")
                  .containsIgnoringCase("retry-after: 1"));
      assertThat(budget.peak()).isLessThanOrEqualTo(Math.max(peak, SHARE));
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  @Test
  void aSlowBodyIsCutOff() {
    String head = chunked();
    try (RawClient client = new RawClient()) {
      client.send(head);
      client.chunk(10);
      assertThat(client.answer()).contains("HTTP/1.1 408").contains("request-timeout");
      assertThat(client.isClosedInTime()).isTrue();
    }
  }

  @Test
  void aClientThatLeavesHoldsNothing() {
    String head = chunked();
    try (RawClient client = new RawClient()) {
      client.send(head);
      client.chunk(64 * KIB);
      await().atMost(10, SECONDS).until(() -> budget.used() > 0);
    }
  }

  @Test
  void aBodyInChunksOfAByteIsReadAndCostsNoMore() {
    long peak = budget.peak();
    String body = "{\"key\":\"x\"}";
    String head = chunked();
    try (RawClient client = new RawClient()) {
      client.send(head);
      for (char c : body.toCharArray()) {
        client.send("1\r\n" + c + "\r\n");
      }
      client.send("0\r\n\r\n");
      assertThat(client.answer()).contains("HTTP/1.1 422").contains("name");
    }
    assertThat(budget.peak()).isLessThanOrEqualTo(Math.max(peak, KIB));
  }

  @Test
  void aRefusedRequestLeavesTheConnectionUsable() {
    try (RawClient client = new RawClient()) {
      client.send(head("POST", PATH, "Content-Length: 3000") + "x".repeat(3000));
      assertThat(client.status()).isEqualTo(401);
      client.send(head("GET", HEALTH));
      assertThat(client.status()).isEqualTo(200);
    }
  }

  @Test
  void expectContinueIsAnsweredOnceTheHeadIsJudged() {
    String token = "Authorization: Bearer " + platform.platformToken();
    try (RawClient client = new RawClient()) {
      client.send(
          head(
              "POST",
              PATH,
              token,
              "Content-Type: application/json",
              "Content-Length: 2",
              "Expect: 100-continue"));
      assertThat(client.answer()).startsWith("HTTP/1.1 100 ");
      client.send("{}");
      assertThat(client.status()).isEqualTo(422);
    }
    try (RawClient client = new RawClient()) {
      client.send(head("POST", PATH, "Content-Length: 2", "Expect: 100-continue"));
      assertThat(client.status()).isEqualTo(401);
    }
  }

  @Test
  void openPathsTakeSmallBodiesOnly() {
    try (RawClient client = new RawClient()) {
      client.send(head("POST", "/oauth/token", "Content-Length: 65537"));
      assertThat(client.status()).isEqualTo(413);
    }
    try (RawClient client = new RawClient()) {
      client.send(
          head(
              "POST",
              "/oauth/token",
              "Content-Type: application/x-www-form-urlencoded",
              "Transfer-Encoding: chunked"));
      for (int i = 0; i < 3; i++) {
        client.chunk(32 * KIB);
      }
      assertThat(client.status()).isEqualTo(413);
    }
  }

  @Test
  void idleConnectionsAreClosed() {
    quiet(50, "");
  }

  @Test
  void halfSentHeadsAreClosed() {
    quiet(20, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
  }

  @Test
  @Tag("stress")
  void thousandsOfIdleConnectionsAreClosed() {
    quiet(5_000, "");
    quiet(1_000, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
  }

  private static void quiet(int connections, String beginning) {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        RawClient client = new RawClient();
        clients.add(client);
        client.send(beginning);
      }
      assertThat(clients).allSatisfy(client -> assertThat(client.isClosedInTime()).isTrue());
    } finally {
      clients.forEach(RawClient::close);
    }
    assertThat(RestAssured.get(HEALTH).statusCode()).isEqualTo(200);
  }

  @Test
  void aConnectionThatWasUsedIsClosedLater() {
    try (RawClient client = new RawClient()) {
      client.send(head("GET", HEALTH));
      assertThat(client.status()).isEqualTo(200);
      assertThat(client.isClosedInTime()).isTrue();
    }
  }

  @Test
  void refusalsOverHttp2EndTheStreamAndLeaveTheConnection() throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      // The first request upgrades the connection.
      assertThat(over2(client, "/oauth/token", 1)).isIn(400, 401, 415);
      assertThat(over2(client, PATH + ";x=1", 1)).isEqualTo(400);
      assertThat(over2(client, PATH, 1024 * KIB + 1)).isEqualTo(413);
      assertThat(over2(client, PATH, 3000)).isEqualTo(401);
      assertThat(over2(client, "/oauth/token", 64 * KIB + 1)).isEqualTo(413);
      assertThat(over2(client, PATH, 0)).isEqualTo(401);
    }
  }

  private static int over2(HttpClient client, String path, int bytes) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + RestAssured.port + path))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.headers().firstValue("connection")).isEmpty();
    return response.statusCode();
  }

  @Test
  void failuresCountForTheClientThatTheProxySaw() {
    for (int i = 0; i < 5; i++) {
      assertThat(failing("198.51.100." + i + ", 203.0.113.7, 10.0.0.2")).isEqualTo(401);
    }
    assertThat(failing("198.51.100.99, 203.0.113.7, 10.0.0.2")).isEqualTo(429);
    assertThat(failing("203.0.113.7, 203.0.113.8")).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "[::1", "a:b:c", ",,,", "1.2.3.4:99999999", "\"", "%00"})
  void garbageFromAProxyIsNoFailureOfOurs(String header) {
    assertThat(
            RestAssured.given()
                .header("X-Forwarded-For", header)
                .header("X-Forwarded-Proto", header)
                .get(PATH)
                .statusCode())
        .isEqualTo(401);
  }

  private static int failing(String forwardedFor) {
    return RestAssured.given()
        .header("X-Forwarded-For", forwardedFor)
        .header("Authorization", "Basic eDp5")
        .get(PATH)
        .statusCode();
  }
}
