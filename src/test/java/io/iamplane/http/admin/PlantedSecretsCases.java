package io.iamplane.http.admin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.key.seal.OldWraps;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TransitStandIn;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A secret that was given or made shows in its own answer and nowhere else: not in a read, a row,
 * an event, a figure, nor in the log.
 */
abstract class PlantedSecretsCases {

  private static final Path OPENAPI = Path.of("src/main/resources/META-INF/iam/openapi.json");
  private static final String MARKED = "MARKED-9f2c7e51";

  private static final Pattern IDS = Pattern.compile("\"id\"\\s*:\\s*\"([0-9a-f-]{36})\"");

  @Inject TestPlatform platform;
  @Inject OldWraps keys;

  @ConfigProperty(name = "iam.kek")
  String kek;

  @ConfigProperty(name = "iam.oauth.encryption-key")
  String encryptionKey;

  @ConfigProperty(name = "quarkus.management.port")
  int managementPort;

  private final StringBuffer log = new StringBuffer();
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          log.append(record.getMessage()).append(record.getThrown()).append('\n');
          for (Object parameter :
              record.getParameters() == null ? new Object[0] : record.getParameters()) {
            log.append(parameter).append('\n');
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final boolean withSpans;

  /**
   * @param withSpans true if the log has spans, which are checked as well
   */
  PlantedSecretsCases(boolean withSpans) {
    this.withSpans = withSpans;
  }

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    Logger.getLogger("").removeHandler(listener);
  }

  /** Unknown members are refused by name; their values may be secrets. */
  @Test
  void whatIsSentWhereNoSecretBelongsIsNotRepeated() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    String body =
        """
        {"client_secret": "%1$s", "secret": "%1$s", "password": "%1$s", "jwks": {"keys": [
          {"kty": "EC", "crv": "P-256", "d": "%1$s", "x": "%1$s", "y": "%1$s"}]},
         "name": "%1$s-\\u0000", "auth": "%1$s", "grace_period": "%1$s"}
        """
            .formatted(MARKED);
    int sent = 0;
    JsonNode paths = new ObjectMapper().readTree(OPENAPI.toFile()).path("paths");
    for (String path : (Iterable<String>) paths::fieldNames) {
      for (String method : (Iterable<String>) paths.path(path)::fieldNames) {
        if (path.startsWith("/api/iam/v1/") && paths.path(path).path(method).has("requestBody")) {
          Response answer =
              tenant
                  .request()
                  .header("Idempotency-Key", "planted-" + sent)
                  .contentType(ContentType.JSON)
                  .body(body)
                  .request(
                      method.toUpperCase(Locale.ROOT),
                      path.replaceAll("\\{[^}]+}", AdminTenant.UNKNOWN_ID));
          assertThat(answer.statusCode()).as(method + " " + path).isBetween(400, 499);
          assertThat(answer.asString()).as(method + " " + path).doesNotContain(MARKED);
          sent++;
        }
      }
    }
    assertThat(sent).isGreaterThan(20);
    assertThat(Rows.tablesWith(MARKED)).isEmpty();
    assertThat(log.toString()).doesNotContain(MARKED);
  }

  @Test
  void whatIsMadeIsShownOnce() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    List<String> secrets = new ArrayList<>();
    String manifest =
        tenant
            .post("applications/warehouse/manifests", AdminTenant.WAREHOUSE)
            .extract()
            .path("data.id");
    secrets.add(once(tenant, "manifests/" + manifest + "/apply", "{}").path("data.client_secret"));
    secrets.add(
        once(tenant, "applications/warehouse/rotate-secret", "{}").path("data.client_secret"));
    Response account = once(tenant, "service-accounts", "{'name': 'Robot'}");
    secrets.add(account.path("data.client.client_secret"));
    String path = "service-accounts/" + account.path("data.id");
    secrets.add(once(tenant, path + "/rotate-secret", "{}").path("data.client.client_secret"));
    Response webhook =
        once(tenant, "webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['*']}");
    secrets.add(webhook.path("data.secret"));
    String hook = "webhooks/" + webhook.path("data.id");
    secrets.add(once(tenant, hook + "/rotate-secret", "{}").path("data.secret"));
    assertThat(secrets).hasSize(6).doesNotContainNull().doesNotHaveDuplicates();
    secrets.addAll(configured(tenant));
    StringBuilder seen = new StringBuilder();
    // The key manager may have just been started with the application.
    await().until(() -> tenant.request().get("/api/iam/v1/ready").statusCode() == 200);
    assertThat(reads(tenant, seen)).isGreaterThan(50);
    for (String page : List.of("/q/metrics", "/q/health/ready", "/q/openapi")) {
      seen.append(given().port(managementPort).get(page).asString());
    }
    assertThat(log.toString().contains("span=iam.change.record")).isEqualTo(withSpans);
    seen.append(log);
    assertThat(secrets).noneMatch(secret -> seen.indexOf(secret) >= 0);
    assertThat(Rows.tablesWith(secrets)).isEmpty();
  }

  /** Values that no answer may show: keys of the installation, and credentials of callers. */
  private List<String> configured(AdminTenant tenant) throws SQLException {
    List<String> secrets = new ArrayList<>(List.of(kek, encryptionKey, TransitStandIn.TOKEN));
    for (String key : List.of(kek, encryptionKey)) {
      secrets.add(HexFormat.of().formatHex(Base64.getDecoder().decode(key)));
    }
    secrets.add(tenant.token());
    secrets.add(tenant.administrator().secret().reveal());
    secrets.addAll(keys.privateParts());
    assertThat(secrets).hasSizeGreaterThan(8);
    return secrets;
  }

  /** Every read of the document, with ids that the read above it shows; how many answered. */
  private static int reads(AdminTenant tenant, StringBuilder seen) throws Exception {
    JsonNode paths = new ObjectMapper().readTree(OPENAPI.toFile()).path("paths");
    int answered = 0;
    for (String path : (Iterable<String>) paths::fieldNames) {
      if (paths.path(path).has("get") && !path.endsWith("/stream")) {
        for (String resolved : resolved(tenant, path)) {
          Response answer = tenant.request().get(resolved);
          assertThat(answer.statusCode())
              .as(() -> resolved + ": " + answer.asString())
              .isBetween(200, 499);
          answered += answer.statusCode() == 200 ? 1 : 0;
          seen.append(answer.asString());
        }
      }
    }
    return answered;
  }

  private static List<String> resolved(AdminTenant tenant, String path) {
    int at = path.indexOf('{');
    if (at < 0) {
      return List.of(path);
    }
    String rest = path.substring(path.indexOf('}') + 1);
    List<String> resolved = new ArrayList<>();
    String list = tenant.request().get(path.substring(0, at - 1)).asString();
    Stream.concat(
            IDS.matcher(list).results().map(found -> found.group(1)).limit(3),
            Stream.of("warehouse", AdminTenant.UNKNOWN_ID))
        .distinct()
        .forEach(id -> resolved.addAll(resolved(tenant, path.substring(0, at) + id + rest)));
    return resolved;
  }

  /** With a key, so that the sealed answer is kept, too; a repeat shows the same answer again. */
  private static Response once(AdminTenant tenant, String path, String body) {
    Response answer = send(tenant, path, body);
    assertThat(answer.statusCode()).isIn(200, 201);
    assertThat(send(tenant, path, body).asString()).isEqualTo(answer.asString());
    return answer;
  }

  private static Response send(AdminTenant tenant, String path, String body) {
    return tenant
        .request()
        .header("Idempotency-Key", path)
        .contentType(ContentType.JSON)
        .body(body.replace('\'', '"'))
        .post(AdminTenant.PATH + path);
  }
}
