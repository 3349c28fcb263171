package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Ended;
import io.restassured.path.json.JsonPath;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands of the packaged application: their output and exit codes. Each start of a process takes
 * seconds, so anything that does not need one is tested in {@code io.iamplane.cli}.
 */
class CommandsIT {

  private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/iam";

  @Test
  void helpNeedsNoSettings() {
    Ended ended = PackagedApp.run(Map.of(), "iam:bootstrap", "--help");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("--tenant=KEY").contains("Example:");
  }

  @Test
  void anUnknownCommandIsWrongUsage() {
    Ended ended = PackagedApp.run(Map.of(), "iam:nonsense");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualToIgnoringNewLines("iam: unknown command 'iam:nonsense'; see iam --help");
  }

  @Tag("ci")
  @Test
  void anUnknownOptionIsWrongUsage() {
    Ended ended = PackagedApp.run(Map.of(), "iam:migrate", "--nonsense");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().contains("'--nonsense'");
  }

  @Tag("ci")
  @Test
  void aManifestIsCheckedWithoutDatabaseAndSettings(@TempDir Path folder) throws IOException {
    Path fit = folder.resolve("shop.yaml");
    Path invalid = folder.resolve("shop.json");
    Files.writeString(fit, "{schema: iam.manifest.v2, app: {key: shop, name: Shop}}");
    Files.writeString(invalid, "{\"schema\": \"iam.manifest.v2\", \"app\": {\"key\": \"iam\"}}");

    Ended done = PackagedApp.run(Map.of(), "iam:manifest:validate", fit.toString());
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).isEmpty();
    assertThat(done.out()).isEqualToIgnoringNewLines("shop: 0 permissions, 0 roles, 0 types");

    Ended found = PackagedApp.run(Map.of(), "iam:manifest:validate", invalid.toString());
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.out()).isEmpty();
    assertThat(found.err().lines())
        .containsExactly(
            invalid + ":app.key: 'iam' is reserved", invalid + ":app.name: is required");
  }

  @Tag("ci")
  @Test
  void aDatabaseThatIsAwayIsOneLine() {
    Map<String, String> environment = FreshDatabase.environment(NOWHERE);

    Ended ended = PackagedApp.run(environment, "iam:migrate");

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).isEqualToIgnoringNewLines("iam: the database is unavailable");
  }

  @Test
  void aCommandThatNeedsTheSchemaSaysHowToGetIt() {
    String url = FreshDatabase.url(FreshDatabase.create());

    Ended ended =
        PackagedApp.run(FreshDatabase.environment(url), "iam:bootstrap", "--tenant", "acme");

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err().lines()).singleElement().asString().contains("run iam:migrate");
  }

  /** The migration waits for a lock until it has reported its progress. */
  @Tag("ci")
  @Test
  void aCommandThatTakesLongSaysWhatItIsDoing() throws Exception {
    String url = FreshDatabase.url(FreshDatabase.migrated());
    Map<String, String> environment = FreshDatabase.environment(url);
    environment.put("IAM_PROGRESS", "always");

    try (Connection holder = DriverManager.getConnection(url, "postgres", "postgres");
        Statement lock = holder.createStatement()) {
      holder.setAutoCommit(false);
      lock.execute("LOCK TABLE flyway_schema_history IN ACCESS EXCLUSIVE MODE");
      try (PackagedApp migration = PackagedApp.start(environment, "iam:migrate", "--json")) {
        await()
            .atMost(PackagedApp.PATIENCE)
            .until(() -> migration.err().contains("iam: iam:migrate: "));
        holder.commit();
        Ended ended = migration.awaitEnd();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(applied(ended)).as("the result alone is on standard output").isZero();
      }
    }
  }

  @Test
  @Tag("ci")
  void twoMigrationsAtOnceBothSucceedAndOneWorks() {
    String url = FreshDatabase.url(FreshDatabase.create());
    Map<String, String> environment = FreshDatabase.environment(url);

    try (PackagedApp first = PackagedApp.start(environment, "iam:migrate", "--json");
        PackagedApp second = PackagedApp.start(environment, "iam:migrate", "--json")) {
      Ended one = first.awaitEnd();
      Ended other = second.awaitEnd();

      assertThat(one.exitCode()).as(one.err()).isZero();
      assertThat(other.exitCode()).as(other.err()).isZero();
      int applied = applied(one) + applied(other);
      assertThat(applied).isEqualTo(migrations());
      assertThat(to(one)).isEqualTo(to(other));
    }
  }

  @Tag("ci")
  @Test
  void twoBootstrapsAtOnceMakeOneInstallation() {
    String url = FreshDatabase.url(FreshDatabase.migrated());
    Map<String, String> environment = FreshDatabase.environment(url);

    String[] bootstrap = {"iam:bootstrap", "--tenant", "acme"};
    try (PackagedApp first = PackagedApp.start(environment, bootstrap);
        PackagedApp second = PackagedApp.start(environment, bootstrap)) {
      Ended one = first.awaitEnd();
      Ended other = second.awaitEnd();

      assertThat(new int[] {one.exitCode(), other.exitCode()}).containsExactlyInAnyOrder(0, 1);
      Ended refused = one.exitCode() == 1 ? one : other;
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err()).contains("platform organization already");
    }
  }

  @Tag("ci")
  @Test
  void unfitSettingsAndNamesLeaveNothingBehind() throws SQLException {
    String url = FreshDatabase.url(FreshDatabase.migrated());
    Map<String, String> environment = FreshDatabase.environment(url);
    Map<String, String> development = new java.util.HashMap<>(environment);
    development.put("IAM_KEK", "aWFtIGRldmVsb3BtZW50IGtleSwgbm90IHNlY3JldCE=");

    Ended unsafe = PackagedApp.run(development, "iam:bootstrap", "--tenant", "acme");
    assertThat(unsafe.exitCode()).as(unsafe.err()).isEqualTo(2);
    assertThat(unsafe.err()).contains("iam.kek: ");
    Ended blank =
        PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme", "--tenant-name", " ");
    assertThat(blank.exitCode()).as(blank.err()).isEqualTo(2);
    assertThat(blank.err()).contains("name");

    for (String table :
        List.of(
            "iam_organizations", "iam_service_accounts", "iam_signing_keys", "iam_audit_heads")) {
      assertThat(isEmpty(url, table)).as("nothing was left behind in %s", table).isTrue();
    }
  }

  /** {@code SafeSettingsTest} has the list of these settings. */
  @Tag("ci")
  @Test
  void aWorkerAloneRefusesWhatAServerWould() {
    Map<String, String> environment = FreshDatabase.environment(NOWHERE);
    environment.put("IAM_WEBHOOKS_EGRESS_PROXY", "proxy.example.com");

    Ended ended = PackagedApp.run(environment, "iam:queue:work");

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err())
        .contains("iam.webhooks.egress-proxy: the value is not a valid proxy URL");
  }

  @Test
  void aReceiverForDevelopmentNeedsNothing() throws Exception {
    String secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    int port = PackagedApp.freePort();
    try (PackagedApp receiver =
        PackagedApp.start(
            Map.of("IAM_WEBHOOK_SECRET", secret),
            "iam:webhooks:listen",
            "--port",
            Integer.toString(port))) {
      await()
          .atMost(PackagedApp.PATIENCE)
          .until(() -> receiver.err().contains("listening on http://127.0.0.1:" + port + "/"));
      HttpRequest forged =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/in"))
              .header("webhook-id", "1")
              .header("webhook-timestamp", "1")
              .header("webhook-signature", "v1,AAAA")
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(client.send(forged, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(204);
      }
      await().until(() -> receiver.err().contains("/in 1, signature is INVALID, response 204"));
      assertThat(receiver.terminate().exitCode()).isIn(0, 143);
    }
  }

  @Test
  void theDemoTenantIsRefusedInProduction() {
    String url = FreshDatabase.url(FreshDatabase.migrated());
    Map<String, String> environment = FreshDatabase.environment(url);

    Ended ended = PackagedApp.run(environment, "iam:demo:load");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().contains("production");
  }

  private static boolean isEmpty(String url, String table) throws SQLException {
    try (Connection owner = DriverManager.getConnection(url, "postgres", "postgres");
        Statement statement = owner.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table)) {
      return !rows.next();
    }
  }

  /** Fewer than the last one's number: a number may have been left out. */
  private static int migrations() {
    String[] files = new File("src/main/resources/db/migration").list();
    return files == null ? 0 : files.length;
  }

  private static int applied(Ended ended) {
    return JsonPath.from(ended.out()).getInt("applied");
  }

  private static String to(Ended ended) {
    return JsonPath.from(ended.out()).getString("to");
  }
}
