package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.testing.PgProxy;
import io.iamplane.testing.TestDatabase;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From an empty database to a served API, and the reactions of a running server to trouble. */
class LifeIT {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String READY = "/api/iam/v1/ready";
  private static final String ORGANIZATIONS = "/api/iam/v1/organizations";

  /** Well formed, and signed by a key that was never loaded. */
  private static final String UNKNOWN_KEY_TOKEN =
      base64("{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"k\"}")
          + "."
          + base64("{}")
          + "."
          + java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[64]);

  private static String base64(String text) {
    return java.util.Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static final Set<SpanName> OF_A_WRITE =
      EnumSet.of(
          SpanName.REQUEST,
          SpanName.AUTHENTICATE,
          SpanName.AUTHORIZE,
          SpanName.POLICY_LOAD,
          SpanName.CHANGE_RECORD,
          SpanName.AUDIT_APPEND,
          SpanName.TOKEN_ISSUE);

  /** A recovery must show within five seconds; the rest is for a busy machine's polling. */
  private static final Duration RECOVERY = Duration.ofSeconds(6);

  @Test
  void fromAnEmptyDatabaseToTheApi() {
    String url = FreshDatabase.url(FreshDatabase.create());
    Map<String, String> environment = FreshDatabase.plainHttp(url);

    Ended migrated = PackagedApp.run(environment, "iam:migrate");
    assertThat(migrated.exitCode()).as(migrated.err()).isZero();
    assertThat(migrated.out()).contains("from an empty schema to version");
    Ended bootstrapped =
        PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme", "--json");
    assertThat(bootstrapped.exitCode()).as(bootstrapped.err()).isZero();
    assertThat(bootstrapped.err()).isEmpty();

    environment.put("IAM_TRACING_DRIVER", "log");
    try (PackagedApp server = PackagedApp.start(environment, "serve")) {
      awaitReady(server);
      JsonPath seats = JsonPath.from(bootstrapped.out());
      String token = token(server, seats, "platform");
      assertThat(list(server, token).body())
          .contains("\"key\":\"platform\"")
          .contains("\"key\":\"acme\"");
      assertThat(list(server, token(server, seats, "tenant")).statusCode()).isEqualTo(403);
      aWriteLeavesItsSpansWithoutSecrets(server, token);
      commandsOpenNoPort(environment, server);
      assertThat(server.isRunning()).isTrue();
      endsInTime(server);
    }
  }

  private static void aWriteLeavesItsSpansWithoutSecrets(PackagedApp server, String token) {
    var written =
        server.post(
            ORGANIZATIONS,
            "{\"key\": \"spans\", \"name\": \"Spans\"}",
            "Authorization",
            "Bearer " + token,
            "Content-Type",
            "application/json");
    assertThat(written.statusCode()).as(written.body()).isEqualTo(201);
    String log = server.err();
    for (SpanName name : OF_A_WRITE) {
      assertThat(log).contains("span=" + name.wire() + " ");
    }
    assertThat(log).doesNotContain(token.substring(0, 20));
  }

  /** The ports are the server's: a command that opened one would fail to. */
  private static void commandsOpenNoPort(Map<String, String> environment, PackagedApp server) {
    try (PackagedApp again =
            PackagedApp.start(
                server.port(),
                server.managementPort(),
                environment,
                "iam:bootstrap",
                "--tenant",
                "acme");
        PackagedApp migrate =
            PackagedApp.start(server.port(), server.managementPort(), environment, "iam:migrate")) {
      Ended refused = again.awaitEnd();
      assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err()).contains("platform organization already");
      Ended done = migrate.awaitEnd();
      assertThat(done.exitCode()).as(done.err()).isZero();
      assertThat(done.out()).contains("already");
    }
  }

  private static void endsInTime(PackagedApp server) {
    long from = System.nanoTime();
    Ended ended = server.terminate();
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(25));
    // 128 + SIGTERM: the JVM's own way to say that it was asked to end.
    assertThat(ended.exitCode()).isIn(0, 143);
    assertThat(ended.traces()).as("the end is in order").isEmpty();
    assertThat(ended.out().lines().map(JsonPath::from))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.getString("level")).isNotBlank())
        .anySatisfy(line -> assertThat(line.getString("mdc.correlation_id")).isNotBlank());
  }

  @Test
  void aDatabaseAwayAtStartIsServedWithoutAndRecoveredFrom() throws IOException {
    FreshDatabase.Installed installed = FreshDatabase.bootstrapped();
    JsonPath seats = installed.seats();
    int databasePort = URI.create(TestDatabase.directUrl().substring("jdbc:".length())).getPort();

    try (PgProxy proxy = new PgProxy(databasePort)) {
      proxy.goAway();
      Map<String, String> environment =
          FreshDatabase.plainHttp(FreshDatabase.url(installed.name(), proxy.port()));
      try (PackagedApp server = PackagedApp.start(environment)) {
        await().atMost(PackagedApp.PATIENCE).until(() -> server.status(HEALTH) == 200);
        assertThat(server.status(READY)).isEqualTo(503);
        assertThat(tokenAnswer(server, seats, "platform").statusCode()).isEqualTo(400);
        var refused = server.get(ORGANIZATIONS, "Authorization", "Bearer " + UNKNOWN_KEY_TOKEN);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("dependency-unavailable").contains("not_applied");

        proxy.comeBack();
        await().atMost(RECOVERY).until(() -> server.status(READY) == 200);
        assertThat(list(server, token(server, seats, "platform")).statusCode()).isEqualTo(200);

        proxy.goAway();
        await().atMost(RECOVERY).until(() -> server.status(READY) == 503);
        assertThat(server.status(HEALTH)).isEqualTo(200);
      }
    }
  }

  @Tag("ci")
  @Test
  void aServerMayMigrateWhenItsDatabaseAppears() throws IOException {
    String name = FreshDatabase.create();
    int databasePort = URI.create(TestDatabase.directUrl().substring("jdbc:".length())).getPort();
    try (PgProxy proxy = new PgProxy(databasePort)) {
      proxy.goAway();
      Map<String, String> environment =
          FreshDatabase.plainHttp(FreshDatabase.url(name, proxy.port()));
      environment.put("IAM_MIGRATE_AT_START", "true");
      try (PackagedApp server = PackagedApp.start(environment)) {
        await().atMost(PackagedApp.PATIENCE).until(() -> server.status(HEALTH) == 200);
        assertThat(server.status(READY)).isEqualTo(503);

        proxy.comeBack();
        Ended bootstrapped = awaitBootstrap(FreshDatabase.environment(FreshDatabase.url(name)));
        assertThat(bootstrapped.exitCode()).as(bootstrapped.err()).isZero();
        await().atMost(RECOVERY).until(() -> server.status(READY) == 200);
      }
    }
  }

  @Tag("ci")
  @Test
  void plainHttpIsForProbesOnly() {
    String name = FreshDatabase.bootstrapped().name();
    Map<String, String> environment = FreshDatabase.environment(FreshDatabase.url(name));

    try (PackagedApp server = PackagedApp.start(environment)) {
      awaitReady(server);
      assertThat(server.status(HEALTH)).isEqualTo(200);
      assertThat(server.status(ORGANIZATIONS)).isEqualTo(403);
      var token = server.post("/oauth/token", "grant_type=client_credentials");
      assertThat(token.statusCode()).isEqualTo(403);
      assertThat(token.body()).contains("problems/forbidden");
      assertThat(server.get(ORGANIZATIONS, "X-Forwarded-Proto", "https").statusCode())
          .as("no proxy is trusted unless named")
          .isEqualTo(403);
    }
    Map<String, String> proxied = new java.util.HashMap<>(environment);
    proxied.put("IAM_HTTP_PROXIES_TRUSTED", "127.0.0.1");
    try (PackagedApp server = PackagedApp.start(proxied)) {
      awaitReady(server);
      assertThat(server.get(ORGANIZATIONS, "X-Forwarded-Proto", "https").statusCode())
          .as("a trusted proxy's word counts")
          .isEqualTo(401);
      assertThat(server.status(ORGANIZATIONS)).isEqualTo(403);
    }
  }

  /** The server migrates meanwhile; until it has, the command asks to come again. */
  private static Ended awaitBootstrap(Map<String, String> environment) {
    return await()
        .atMost(PackagedApp.PATIENCE)
        .until(
            () -> PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme"),
            ended -> ended.exitCode() != 3);
  }

  private static void awaitReady(PackagedApp server) {
    await()
        .atMost(PackagedApp.PATIENCE)
        .until(() -> {
          assertThat(server.isRunning()).as(server::err).isTrue();
          return server.status(READY) == 200;
        });
  }

  private static HttpResponse<String> list(PackagedApp server, String token) {
    return server.get(ORGANIZATIONS, "Authorization", "Bearer " + token);
  }

  private static String token(PackagedApp server, JsonPath seats, String organization) {
    HttpResponse<String> answer = tokenAnswer(server, seats, organization);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonPath.from(answer.body()).getString("access_token");
  }

  private static HttpResponse<String> tokenAnswer(
      PackagedApp server, JsonPath seats, String organization) {
    String credentials =
        seats.getString(organization + ".client_id")
            + ":"
            + seats.getString(organization + ".client_secret");
    return server.post(
        "/oauth/token",
        "grant_type=client_credentials",
        "Authorization",
        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)),
        "Content-Type",
        "application/x-www-form-urlencoded");
  }
}
