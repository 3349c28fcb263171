package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** RFC 7009: rights to revoke a token, and the effect. */
@QuarkusTest
class RevocationApiTest extends PresentedTokenApiFixture {

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.comeBack();
  }

  // --- What becomes of it ---

  @Test
  void aRevokedTokenIsRefusedEverywhereAndNoOtherIs() {
    Machine machine = machine();
    grant(machine, "iam:decisions.check");
    String revoked = token(machine);
    String kept = token(machine);
    assertThat(status(revoked)).isEqualTo(200);
    decides(revoked).then().statusCode(200);
    revoke(machine, revoked);
    for (String path : List.of("capabilities", "users", "audit/events", "organizations")) {
      tenant
          .as(revoked)
          .get(path)
          .statusCode(401)
          .header("WWW-Authenticate", containsString("error=\"invalid_token\""));
    }
    decides(revoked)
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", containsString("error=\"invalid_token\""));
    inactive(machine, revoked);
    assertThat(status(kept)).isEqualTo(200);
    assertThat(active(machine, kept)).isTrue();
    assertThat(status(token(machine))).as("the client itself goes on").isEqualTo(200);
  }

  @Test
  void aTokenThatWasNeverSeenIsRevokedToo() {
    Machine machine = machine();
    String token = token(machine);
    revoke(machine, token);
    assertThat(status(token)).isEqualTo(401);
  }

  @Test
  void anAdministratorOfClientsMayEndOthersTokens() {
    Machine machine = machine();
    String token = token(machine);
    as(tenant.administrator()).formParam("token", token).post(REVOKE).then().statusCode(200);
    assertThat(status(token)).isEqualTo(401);
  }

  // --- Who may not, and what is no token ---

  @Test
  void noOtherClientMayAndTheAnswerIsTheSame() {
    String token = token(machine());
    revoke(machine(), token);
    revoke(resourceServer(), token);
    Machine narrow = made("['iam:users.read']");
    grant(narrow, "iam:clients.manage");
    revoke(narrow, token);
    IssuedClient another = new AdminTenant(platform).administrator();
    as(another).formParam("token", token).post(REVOKE).then().statusCode(200);
    as(platform.administrator(platform.platform()))
        .formParam("token", token)
        .post(REVOKE)
        .then()
        .statusCode(200);
    assertThat(status(token)).isEqualTo(200);
  }

  @Test
  void whateverIsNoTokenIsAnsweredAlike() throws SQLException {
    Machine machine = machine();
    String token = token(machine);
    String rows =
        "SELECT count(*)::text FROM iam_policy_changes WHERE event_type = 'iam.token.revoked'";
    List<String> before = Rows.texts(rows);
    for (String other :
        List.of("x", "\u00e9\u0000", "a.b.c", "x".repeat(9_000), smith.breakSignature(token))) {
      revoke(machine, other);
    }
    assertThat(Rows.texts(rows)).isEqualTo(before);
    assertThat(status(token)).isEqualTo(200);
  }

  @Test
  void againSaysTheSameAndIsRecordedOnce() {
    Machine machine = machine();
    String token = token(machine);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      IntStream.range(0, 16).forEach(i -> threads.submit(() -> revoke(machine, token)));
    }
    revoke(machine, token);
    tenant
        .get("audit/events?type=iam.token.revoked")
        .statusCode(200)
        .body("data.size()", equalTo(1))
        .body("data[0].actor.client_id", equalTo(machine.clientId()))
        .body("data[0].before.client_id", equalTo(machine.clientId()))
        .body("data[0].before.all_of_client", equalTo(false));
  }

  @Test
  void aClientMustProveItself() {
    Machine machine = machine();
    String token = token(machine);
    as(machine.clientId(), "wrong")
        .formParam("token", token)
        .post(REVOKE)
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", startsWith("Basic "))
        .body("error", equalTo("invalid_client"));
    as(machine).formParam("x", "y").post(REVOKE).then().statusCode(400);
    given().get(REVOKE).then().statusCode(405);
    assertThat(status(token)).isEqualTo(200);
  }

  @Test
  void withoutADatabaseTheClientHearsThatItMustTryAgain() throws IOException {
    Machine machine = machine();
    String token = token(machine);
    TestDatabase.proxy().goAway();
    as(machine)
        .formParam("token", token)
        .post(REVOKE)
        .then()
        .statusCode(400)
        .header("Retry-After", "2")
        .body("error", equalTo("temporarily_unavailable"));
  }

  // --- Bounds ---

  @Test
  void tooManyOfOneClientEndAllThatItHas() throws SQLException {
    Machine machine = machine();
    Machine bystander = machine();
    String kept = token(machine);
    String others = token(bystander);
    fill(machine.clientId(), 1_999);
    String last = token(machine);
    revoke(machine, last);
    assertThat(status(last)).isEqualTo(401);
    assertThat(status(kept)).as("there was room for one").isEqualTo(200);
    revoke(machine, token(machine));
    assertThat(status(kept)).as("the client's tokens ended together").isEqualTo(401);
    assertThat(status(others)).isEqualTo(200);
    assertThat(status(token(machine))).as("made since").isEqualTo(200);
    tenant
        .get("audit/events?type=iam.token.revoked")
        .body("data.before.all_of_client", equalTo(List.of(true, false)));
  }

  @Test
  void tooManyOfATenantEndAllOfTheClientInQuestion() throws SQLException {
    Machine machine = machine();
    for (int i = 0; i < 10; i++) {
      fill("client-" + i, 1_000);
    }
    String one = token(machine);
    String two = token(machine);
    revoke(machine, one);
    assertThat(status(two)).isEqualTo(401);
    AdminTenant neighbour = new AdminTenant(platform);
    assertThat(neighbour.get("users").extract().statusCode()).isEqualTo(200);
  }

  private void fill(String clientId, int count) throws SQLException {
    Rows.update(
        """
        INSERT INTO iam_ended_tokens (organization_id, holder, version, ended_at)
        SELECT '%s', 'token/%s/' || i, 1, now() FROM generate_series(1, %d) AS i
        """
            .formatted(tenant.organization().id(), clientId, count));
  }

  private Response decides(String token) {
    return tenant
        .as(token)
        .raw("POST", "decisions/check", "{'subject': 'user:x', 'permission': 'iam:users.read'}");
  }
}
