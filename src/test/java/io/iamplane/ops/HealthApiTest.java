package io.iamplane.ops;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasEntry;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The view of a kubelet and an operator on the service and on outages of its database. */
@QuarkusTest
class HealthApiTest {

  /** The framework has a check of its own, which is down while the process ends. */
  private static final String OWN = "checks.find { it.name == 'iam' }.data";

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String READY = "/api/iam/v1/ready";
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  @Inject TestPlatform platform;
  @Inject SchemaVersion schema;

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  @BeforeEach
  void withASigningKey() {
    platform.platform();
    await().atMost(RECOVERY).until(() -> given().get(READY).statusCode() == 200);
  }

  @AfterEach
  void bringTheDatabaseBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await().atMost(Duration.ofSeconds(10)).until(() -> given().get(READY).statusCode() == 200);
  }

  @Test
  void bothAnswerWithoutATokenAndTellOneWord() {
    assertAnswer(given().get(HEALTH), 200, "{\"status\":\"ok\"}");
    assertAnswer(given().get(READY), 200, "{\"status\":\"ready\"}");
  }

  @Test
  void anOutageIsUnavailableButNoReasonToRestart() throws IOException {
    TestDatabase.proxy().goAway();

    await().atMost(RECOVERY).until(() -> given().get(READY).statusCode() == 503);
    assertAnswer(given().get(READY), 503, "{\"status\":\"unavailable\"}");
    assertAnswer(given().get(HEALTH), 200, "{\"status\":\"ok\"}");
    given().port(managementPort).get("/q/health/live").then().statusCode(200);
  }

  @Test
  void readyWithinFiveSecondsOfARecovery() throws IOException {
    TestDatabase.proxy().goAway();
    await().atMost(RECOVERY).until(() -> given().get(READY).statusCode() == 503);

    TestDatabase.proxy().comeBack();

    await().atMost(RECOVERY).until(() -> given().get(READY).statusCode() == 200);
  }

  @Test
  void operatorsSeeEachDependencyOnTheManagementPort() throws IOException {
    checks().then().statusCode(200).body(OWN, hasEntry("signing-key", "up"));

    TestDatabase.proxy().goAway();

    await().atMost(RECOVERY).until(() -> checks().statusCode() == 503);
    checks()
        .then()
        .body("status", equalTo("DOWN"))
        .body(OWN, hasEntry("database", "down"))
        .body(OWN, hasEntry("policies", "down"))
        .body(OWN, hasEntry("schema", "down"));
  }

  @Test
  void theDetailIsNotOnThePublicPort() {
    given().get("/q/health/ready").then().statusCode(401);
  }

  @Test
  void aMigratedSchemaIsSufficient() {
    assertThat(schema.ready()).isTrue();
  }

  @Test
  void anOlderMigrationThatWasInstalledLaterChangesNothing() throws SQLException {
    Rows.update(
        """
        INSERT INTO flyway_schema_history
        SELECT installed_rank + 1, '9', description, type, script, checksum, installed_by,
          installed_on, execution_time, success
        FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1
        """);
    try {
      assertThat(schema.ready()).isTrue();
    } finally {
      Rows.update("DELETE FROM flyway_schema_history WHERE version = '9'");
    }
  }

  private Response checks() {
    return given().port(managementPort).get("/q/health/ready");
  }

  private static void assertAnswer(Response response, int status, String body) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.asString()).isEqualTo(body);
    assertThat(response.contentType()).startsWith("application/json");
  }
}
