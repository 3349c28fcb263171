package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.PackagedApp.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a server in production: objects, with the ids of requests, and without secrets. */
class JsonLogIT {

  private static final String USERS = "/api/iam/v1/users";
  private static final String CHECK = "/api/iam/v1/decisions/check";
  private static final String REFUSED = "bearer token rejected";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @Test
  @Tag("ci")
  void linesAreObjectsWithTheIdsOfTheirRequestAndLevelsChangeWithoutARestart() throws Exception {
    Installed installed = FreshDatabase.bootstrapped();
    PackagedTenant tenant = PackagedTenant.of(installed);
    Path levels = directory.resolve("levels");
    Map<String, String> environment = FreshDatabase.plainHttp(FreshDatabase.url(installed.name()));
    environment.put("IAM_TRACING_DRIVER", "log");
    environment.put("IAM_LOG_LEVELS_FILE", levels.toString());
    try (PackagedApp server = PackagedApp.start(environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
      String token = tenant.token(server);
      refused(server, "before");
      Files.writeString(levels, "io.iamplane=DEBUG\n");
      await().atMost(PackagedApp.PATIENCE).until(() -> server.err().contains("levels-file"));

      refused(server, "after");
      secretsInEveryPlace(server, token);
      Ended ended = server.terminate();

      List<JsonNode> lines = ended.out().lines().map(JsonLogIT::object).toList();
      assertThat(lines)
          .isNotEmpty()
          .allSatisfy(line ->
              assertThat(line.properties())
                  .extracting(Map.Entry::getKey)
                  .contains("timestamp", "level", "loggerName", "threadName", "message", "mdc"));
      assertThat(lines)
          .filteredOn(line -> line.path("message").asText().startsWith(REFUSED))
          .filteredOn(line -> id(line, "correlation_id").equals("after"))
          .singleElement()
          .satisfies(line -> {
            assertThat(line.path("level").asText()).isEqualTo("DEBUG");
            assertThat(id(line, "trace_id")).matches("[0-9a-f]{32}");
          });
      assertThat(lines)
          .noneMatch(line -> id(line, "correlation_id").equals("before") && isDebug(line));
      assertThat(ended.traces()).as("the end is in order").isEmpty();
      assertThat(ended.out() + ended.err())
          .doesNotContain("s3cr3t")
          .doesNotContain(token.substring(token.lastIndexOf('.') + 1))
          .doesNotContain(tenant.clientSecret());
    }
  }

  @Tag("ci")
  @Test
  void aCommandWritesTextsUnlessTheEnvironmentSaysOtherwise() {
    Map<String, String> environment =
        FreshDatabase.environment(FreshDatabase.url(FreshDatabase.migrated()));
    environment.put("QUARKUS_LOG_LEVEL", "INFO");
    Ended person = PackagedApp.run(environment, "iam:partitions:ensure");
    environment.put("QUARKUS_LOG_CONSOLE_JSON_ENABLED", "true");
    Ended cluster = PackagedApp.run(environment, "iam:partitions:ensure");

    assertThat(person.err()).isNotEmpty().doesNotContain("{\"timestamp\"");
    assertThat(cluster.err().lines().map(JsonLogIT::object)).isNotEmpty();
    assertThat(cluster.out()).isEqualTo(person.out());
  }

  private static boolean isDebug(JsonNode line) {
    return line.path("level").asText().equals("DEBUG");
  }

  private static String id(JsonNode line, String name) {
    return line.path("mdc").path(name).asText();
  }

  private static JsonNode object(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("no object: " + line, e);
    }
  }

  private static void refused(PackagedApp server, String correlationId) {
    var answer =
        server.get(USERS, "Authorization", "Bearer s3cr3t.a.b", "Correlation-Id", correlationId);
    assertThat(answer.statusCode()).isEqualTo(401);
  }

  /** Each in another place of a request; that some are refused is of no interest. */
  private static void secretsInEveryPlace(PackagedApp server, String token) {
    String bearer = "Bearer " + token;
    String json = "application/json";
    String form = "application/x-www-form-urlencoded";
    server.get(USERS + "?access_token=s3cr3t-query&cursor=s3cr3t-cursor", "Authorization", bearer);
    server.get(USERS + "/s3cr3t-path", "Authorization", bearer);
    server.get(USERS, "Authorization", "Basic s3cr3t-basic");
    server.get(USERS, "Authorization", bearer, "Cookie", "session=s3cr3t-cookie");
    server.get(USERS, "Authorization", bearer, "X-Request-ID", "s3cr3t request");
    server.get(USERS, "Authorization", bearer, "User-Agent", "s3cr3t-agent");
    for (String body :
        List.of("{\"password\": \"s3cr3t-body\"}", "{\"s3cr3t-member\": ", "s3cr3t")) {
      server.post(USERS, body, "Authorization", bearer, "Content-Type", json);
      server.post(CHECK, body, "Authorization", bearer, "Content-Type", json);
    }
    server.post(
        "/api/iam/v1/clients",
        "{\"name\": \"s3cr3t-client\", \"idempotency\": 1}",
        "Authorization",
        bearer,
        "Content-Type",
        json,
        "Idempotency-Key",
        "s3cr3t-key");
    for (String body :
        List.of(
            "grant_type=client_credentials&client_id=a&client_secret=s3cr3t-secret",
            "grant_type=client_credentials&client_assertion=s3cr3t.a.b&client_assertion_type="
                + "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer",
            "s3cr3t-form")) {
      server.post("/oauth/token", body, "Content-Type", form);
    }
    server.post(
        "/oauth/token",
        "grant_type=client_credentials",
        "Authorization",
        "Basic s3cr3t",
        "Content-Type",
        form);
  }
}
