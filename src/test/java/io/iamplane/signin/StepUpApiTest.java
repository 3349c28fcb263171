package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.UuidV7;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A weak sign-in does not reach operations of high risk; a stronger one of the same person does.
 */
@QuarkusTest
class StepUpApiTest extends SignInApiFixture {

  private Response erase(String token) {
    return platform
        .as(token)
        .contentType("application/json")
        .body(Map.of("subject", "user:" + UuidV7.next()))
        .post(API + "audit/erase-subject");
  }

  private String token(Map<String, String> asked, String name) {
    return redeem(returned(signIn(asked, name)).get("code")).path("access_token");
  }

  /** The token of a new administrator, once it counts. */
  private String administratorToken(String user, String name) {
    grant("user:" + user, "iam:iam-admin").then().statusCode(201);
    String token = token(request(), name);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> assertThat(platform.as(token).get(API + "users").statusCode()).isEqualTo(200));
    return token;
  }

  @Test
  void anErasureTakesAStrongSignIn() {
    String weak = administratorToken(person("Hilde High"), "Hilde High");
    Response refused = erase(weak);
    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate"))
        .contains("insufficient_user_authentication", "acr_values=\"aal2\"");
    assertThat(returned(authorize(requestStrong("prompt", "none"))))
        .containsEntry("error", "login_required");
    assertThat(erase(token(request("acr_values", "aal2"), "Hilde High")).statusCode())
        .as("past the step-up, and refused for an unknown subject")
        .isEqualTo(422);
  }

  /** A machine is never asked to step up: to make one that needs it is of high risk itself. */
  @Test
  void aMachineOfHighRiskTakesAStrongSignIn() {
    String weak = administratorToken(person("Mia Machine"), "Mia Machine");
    String harmless = made(weak, "service-accounts", Map.of("name", "Harmless"));
    stepsUp(grant(weak, "service_account:" + harmless, "role", "iam:iam-admin"));
    stepsUp(grant(weak, "service_account:" + harmless, "permission", "iam:audit.manage"));
    grant(weak, "service_account:" + harmless, "permission", "iam:users.read")
        .then()
        .statusCode(201);
    rotate(weak, harmless).then().statusCode(200);
    String powerful =
        administrator()
            .contentType("application/json")
            .body(Map.of("name", "Powerful"))
            .post(API + "service-accounts")
            .path("data.id");
    grant("service_account:" + powerful, "iam:iam-admin").then().statusCode(201);
    stepsUp(rotate(weak, powerful));
    String strong = token(request("acr_values", "aal2"), "Mia Machine");
    grant(strong, "service_account:" + harmless, "permission", "iam:audit.manage")
        .then()
        .statusCode(201);
    rotate(strong, powerful).then().statusCode(200);
  }

  /** The log of decisions has the refusal. */
  @Test
  void aStepUpIsRecordedAsADecision() {
    String user = person("Rod Recorded");
    String weak = administratorToken(user, "Rod Recorded");
    stepsUp(erase(weak));
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() ->
            assertThat(
                    administrator()
                        .get(API + "decisions?subject=user:" + user)
                        .then()
                        .statusCode(200)
                        .extract()
                        .<List<String>>path("data.reason_code"))
                .contains("step_up_required"));
  }

  private static void stepsUp(Response refused) {
    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate"))
        .contains("insufficient_user_authentication", "acr_values=\"aal2\"");
  }

  private Response rotate(String token, String account) {
    return platform.as(token).post(API + "service-accounts/" + account + "/rotate-secret");
  }

  private String made(String token, String path, Map<String, Object> body) {
    return platform
        .as(token)
        .contentType("application/json")
        .body(body)
        .post(API + path)
        .then()
        .statusCode(201)
        .extract()
        .path("data.id");
  }

  private Response grant(String subject, String role) {
    return granted(administrator(), subject, "role", role);
  }

  private Response grant(String token, String subject, String type, String privilege) {
    return granted(platform.as(token), subject, type, privilege);
  }

  private static Response granted(
      RequestSpecification giver, String subject, String type, String privilege) {
    return giver
        .contentType("application/json")
        .body(Map.of("subject", subject, "privilege_type", type, "privilege_key", privilege))
        .post(API + "grants");
  }

  private static Map<String, String> requestStrong(String name, String value) {
    Map<String, String> asked = request("acr_values", "aal2");
    asked.put(name, value);
    return asked;
  }
}
