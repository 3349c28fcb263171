package io.iamplane.key.seal.vault;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.LogCapture;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TransitStandIn.Mode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vault goes away under a service that signs with a key that Vault wrapped, and comes back. */
@QuarkusTest
@TestProfile(VaultProfile.class)
@Tag("ci")
class VaultOutageApiTest {

  private static final String USERS = AdminTenant.PATH + "users";
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  @Inject TestPlatform platform;
  private AdminTenant tenant;

  @BeforeAll
  @AfterAll
  static void forgetKeys() throws SQLException {
    VaultProfile.forgetKeys();
  }

  @BeforeEach
  void ready() throws SQLException {
    VaultResource.vault().comeBack();
    Rows.update("DROP TABLE IF EXISTS kept_keys");
    platform.platform();
    awaitReady(200);
    tenant = new AdminTenant(platform);
  }

  @Test
  void keysAreWrappedByVault() throws SQLException {
    assertThat(
            Rows.texts(
                "SELECT DISTINCT provider || ' ' || provider_key_version FROM iam_signing_keys"))
        .containsExactly("vault iam:v1");
  }

  @Test
  void awayOnlyReadinessSaysSo() {
    VaultResource.vault().goAway();
    awaitReady(503);
    goesOn();
    VaultResource.vault().comeBack();
    awaitReady(200);
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"SEALED", "FORBIDDEN", "NOT_MOUNTED", "HTML", "EMPTY_DATA", "SLOW", "DRIP"})
  void aVaultThatDoesNotServeIsSeenAndStopsNothing(Mode mode) {
    VaultResource.vault().answer(mode);
    awaitReady(503);
    goesOn();
    VaultResource.vault().answer(Mode.WELL);
    awaitReady(200);
  }

  /** The case of a start, and of a key that begins to sign while Vault is away. */
  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"SLOW", "SEALED", "HTML"})
  void aKeyThatCannotBeUnwrappedStopsNewTokensAlone(Mode mode) throws SQLException {
    forgetSigner();
    VaultResource.vault().answer(mode);
    bringBack();
    await()
        .atMost(RECOVERY)
        .untilAsserted(() -> assertThat(tenant.request().get(USERS).statusCode()).isEqualTo(200));
    awaitReady(503);
    for (int i = 0; i < 20; i++) {
      decides();
      refusesTokens();
    }
    VaultResource.vault().answer(Mode.WELL);
    awaitReady(200);
    await().atMost(RECOVERY).until(() -> token().statusCode() == 200);
    goesOn();
  }

  @Test
  void nothingOfAnOutageShowsASecret() {
    List<String> lines =
        LogCapture.during(() -> {
          VaultResource.vault().answer(Mode.ECHO);
          awaitReady(503);
        });

    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains("key-provider", "Vault returned 400"))
        .noneSatisfy(line -> assertThat(line).contains("MARKED"));
  }

  /** While its row is elsewhere, no process keeps the key in memory. */
  private void forgetSigner() throws SQLException {
    Rows.update("CREATE TABLE kept_keys AS SELECT * FROM iam_signing_keys WHERE purpose = 'token'");
    Rows.update("DELETE FROM iam_signing_keys WHERE purpose = 'token'");
    await().atMost(RECOVERY).until(() -> token().statusCode() == 400);
  }

  private static void bringBack() throws SQLException {
    Rows.update("INSERT INTO iam_signing_keys SELECT * FROM kept_keys");
    Rows.update("DROP TABLE kept_keys");
  }

  private void goesOn() {
    decides();
    assertThat(token().statusCode()).isEqualTo(200);
  }

  private void decides() {
    tenant.get("users").statusCode(200);
    String body = "{'subject': 'user:ann', 'permission': 'iam:user.list'}";
    String reason =
        tenant.post("decisions/check", body).statusCode(200).extract().path("reason_code");
    assertThat(reason).isNotEqualTo("dependency_unavailable");
  }

  private void refusesTokens() {
    Response answer = token();
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.<String>path("error")).isEqualTo("temporarily_unavailable");
    assertThat(answer.header("Retry-After")).isNotNull();
  }

  private Response token() {
    IssuedClient client = tenant.administrator();
    return given()
        .auth()
        .preemptive()
        .basic(client.clientId(), client.secret().reveal())
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token");
  }

  private static void awaitReady(int status) {
    await()
        .atMost(RECOVERY)
        .untilAsserted(
            () -> assertThat(given().get("/api/iam/v1/ready").statusCode()).isEqualTo(status));
  }
}
