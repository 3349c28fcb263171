package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.UuidV7;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.time.Duration;
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

  @Test
  void anErasureTakesAStrongSignIn() {
    String user = person("Hilde High");
    administrator()
        .contentType("application/json")
        .body(
            Map.of(
                "subject",
                "user:" + user,
                "privilege_type",
                "role",
                "privilege_key",
                "iam:iam-admin"))
        .post(API + "grants")
        .then()
        .statusCode(201);
    String weak = token(request(), "Hilde High");
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> assertThat(platform.as(weak).get(API + "users").statusCode()).isEqualTo(200));
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

  private static Map<String, String> requestStrong(String name, String value) {
    Map<String, String> asked = request("acr_values", "aal2");
    asked.put(name, value);
    return asked;
  }
}
