package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** RFC 7662: the response for each token and caller, and refusals of other callers. */
@QuarkusTest
class IntrospectionApiTest extends PresentedTokenApiFixture {

  @Inject Clock clock;

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.comeBack();
  }

  // --- Who hears what ---

  @Test
  void theTokensOwnClientHearsWhatItSays() {
    Machine machine = machine("['iam:users.read']");
    Response answer = introspect(machine, token(machine));
    answer
        .then()
        .statusCode(200)
        .contentType("application/json")
        .header("Cache-Control", "no-store")
        .header("RateLimit-Policy", startsWith("\"decision\""))
        .body("active", equalTo(true))
        .body("token_type", equalTo("Bearer"))
        .body("scope", equalTo("iam:users.read"))
        .body("client_id", equalTo(machine.clientId()))
        .body("sub", equalTo(machine.subject()))
        .body("org", equalTo(tenant.organization().id().toString()))
        .body("iss", equalTo(AssertionForge.ISSUER))
        .body("aud", equalTo(List.of("iam-admin")))
        .body("acr", equalTo("aal1"))
        .body("", hasKey("jti"))
        .body("", hasKey("policy_version"));
    int exp = answer.path("exp");
    int iat = answer.path("iat");
    assertThat(exp - iat).isEqualTo(900);
  }

  @Test
  void aTokenWithoutScopesHasNoSuchMember() {
    Machine machine = machine();
    introspect(machine, token(machine)).then().body("", not(hasKey("scope")));
  }

  @Test
  void clientsThatMayAskForDecisionsHearIt() {
    String token = token(machine());
    assertThat(active(resourceServer(), token)).isTrue();
    as(tenant.administrator())
        .formParam("token", token)
        .formParam("token_type_hint", "refresh_token")
        .post(INTROSPECT)
        .then()
        .body("active", equalTo(true));
  }

  @Test
  void anApplicationsOwnClientHearsIt() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    Map<String, String> client =
        tenant.post("applications/warehouse/rotate-secret").statusCode(200).extract().path("data");
    as(client.get("client_id"), client.get("client_secret"))
        .formParam("token", token(machine()))
        .post(INTROSPECT)
        .then()
        .body("active", equalTo(true));
  }

  @Test
  void allOthersHearTheOneAnswer() {
    Machine machine = machine();
    String token = token(machine);
    inactive(machine(), token);
    Machine ofAnother;
    AdminTenant own = tenant;
    tenant = new AdminTenant(platform);
    ofAnother = resourceServer();
    tenant = own;
    inactive(ofAnother, token);
    inactive(
        as(platform.administrator(platform.platform())).formParam("token", token).post(INTROSPECT));
  }

  @Test
  void aScopeThatDoesNotCoverDecisionsLeavesOnlyOnesOwn() {
    Machine narrow = made("['iam:users.read']");
    grant(narrow, "iam:decisions.check");
    assertThat(active(narrow, token(narrow))).isTrue();
    inactive(narrow, token(machine()));
  }

  // --- What is not active ---

  @Test
  void whateverIsNoTokenOfOursGetsTheSameAnswer() {
    Machine server = resourceServer();
    String token = token(machine());
    for (String other :
        List.of(
            "x",
            "a.b.c",
            "\u00e9\u0000\n",
            "x".repeat(9_000),
            token + "A",
            smith.breakSignature(token),
            smith.reforge(token, claims -> claims.put("aud", "another")),
            smith.reforge(token, claims -> claims.put("iss", AssertionForge.ISSUER + "/")),
            smith.reforge(token, claims -> claims.put("exp", clock.instant().getEpochSecond())),
            smith.reforge(
                token, claims -> claims.put("iat", clock.instant().getEpochSecond() + 60)),
            smith.reforge(token, claims -> claims.remove("org")))) {
      inactive(server, other);
    }
    assertThat(active(server, token)).isTrue();
  }

  @Test
  void whatOutlivedItsCredentialIsNotActive() {
    Machine server = resourceServer();
    Machine machine = machine();
    String token = token(machine);
    assertThat(active(server, token)).isTrue();
    tenant.post(machine.path() + "/rotate-secret", "{'compromised': true}").statusCode(200);
    inactive(server, token);
  }

  @Test
  void whatOutlivedItsSubjectIsNotActive() {
    Machine server = resourceServer();
    Machine machine = machine();
    String token = token(machine);
    assertThat(active(server, token)).isTrue();
    tenant.delete(machine.path()).statusCode(200);
    inactive(server, token);
  }

  // --- Who may not ask at all ---

  @Test
  void withoutAClientThereIsNoAnswer() {
    String token = token(machine());
    for (Response answer :
        List.of(
            given().formParam("token", token).post(INTROSPECT),
            as("client_unknown", "x").formParam("token", token).post(INTROSPECT),
            as(tenant.administrator().clientId(), "wrong")
                .formParam("token", token)
                .post(INTROSPECT),
            platform.as(token).formParam("token", token).post(INTROSPECT))) {
      answer
          .then()
          .statusCode(401)
          .header("WWW-Authenticate", startsWith("Basic "))
          .body("error", equalTo("invalid_client"));
    }
  }

  @Test
  void aRevokedOrReplacedCredentialAsksNoMoreThanASecond() {
    Machine server = resourceServer();
    String token = token(machine());
    assertThat(active(server, token)).isTrue();
    tenant.post(server.path() + "/rotate-secret", "{'compromised': true}").statusCode(200);
    // Its secret may count for the rest of the second; what it may ask ended with it.
    assertThat(introspect(server, token).asString()).doesNotContain("true");
    await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> introspect(server, token).statusCode() == 401);
  }

  @Test
  void malformedQuestionsAreRefused() {
    as(tenant.administrator())
        .formParam("token_type_hint", "access_token")
        .post(INTROSPECT)
        .then()
        .statusCode(400)
        .body("error", equalTo("invalid_request"));
    as(tenant.administrator())
        .contentType("application/json")
        .body("{\"token\":\"x\"}")
        .post(INTROSPECT)
        .then()
        .statusCode(400)
        .body("error", equalTo("invalid_request"));
    given().get(INTROSPECT).then().statusCode(405);
  }

  @Test
  void withoutADatabaseNothingIsActiveAndNothingIsAnError() throws IOException {
    Machine server = resourceServer();
    String token = token(machine());
    assertThat(active(server, token)).isTrue();
    TestDatabase.proxy().goAway();
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> introspect(server, token).asString().equals(INACTIVE));
    inactive(server, token);
    inactive(resourceServerOfNow(), "x");
  }

  private Machine resourceServerOfNow() {
    return new Machine("-", tenant.administrator().clientId(), "wrong");
  }
}
