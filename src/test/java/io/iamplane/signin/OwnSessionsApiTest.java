package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** People see and end their own sessions, and no others. */
@QuarkusTest
class OwnSessionsApiTest extends SignInApiFixture {

  private static final String SESSIONS = API + "me/sessions";

  @Test
  void aPersonSeesAndEndsASessionOfTheirOwn() {
    String user = person("Olga Own");
    String elsewhere = redeem(code("Olga Own")).path("access_token");
    List<String> first = platform.as(elsewhere).get(SESSIONS).path("data.id");
    assertThat(first).hasSize(1);
    assertThat(platform.as(elsewhere).get(SESSIONS).<String>path("data[0].aal")).isEqualTo("aal1");

    String session = first.getFirst();
    platform
        .as(elsewhere)
        .delete(SESSIONS + "/" + session)
        .then()
        .statusCode(200)
        .body("data.id", equalTo(session));
    platform.as(elsewhere).get(SESSIONS).then().statusCode(200).body("data", empty());
    assertThat(
            browser.get("/oauth/authorize?" + query(request("prompt", "none"))).header("Location"))
        .contains("login_required");
    assertThat(events("iam.session.ended"))
        .anyMatch(event -> event.toString().contains(session) && event.toString().contains(user));
    platform.as(elsewhere).delete(SESSIONS + "/" + session).then().statusCode(404);
  }

  @Test
  void theSessionOfAnotherPersonIsNotFound() {
    person("Otto Own");
    person("Nina Nosy");
    String otto = redeem(code("Otto Own")).path("access_token");
    List<String> his = platform.as(otto).get(SESSIONS).path("data.id");
    String nina =
        redeem(returned(signIn(request("prompt", "login"), "Nina Nosy")).get("code"))
            .path("access_token");
    // One browser: her sign-in ended his session in it, so that he signs in again.
    String again =
        redeem(returned(signIn(request("prompt", "login"), "Otto Own")).get("code"))
            .path("access_token");
    List<String> now = platform.as(again).get(SESSIONS).path("data.id");
    assertThat(now).hasSize(1).doesNotContainAnyElementsOf(his);
    platform.as(nina).delete(SESSIONS + "/" + now.getFirst()).then().statusCode(404);
    platform.as(nina).delete(SESSIONS + "/no-id").then().statusCode(404);
    platform.as(again).get(SESSIONS).then().body("data", hasSize(1));
  }

  @Test
  void aServiceAccountHasNoSession() {
    administrator().get(SESSIONS).then().statusCode(200).body("data", empty());
    administrator().get(API + "me/passkeys").then().statusCode(200).body("data", empty());
    administrator()
        .delete(SESSIONS + "/01a221d7-0000-7000-8000-000000000000")
        .then()
        .statusCode(404);
  }
}
