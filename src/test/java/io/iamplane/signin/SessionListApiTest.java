package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.shared.UuidV7;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People and administrators list sessions, and end them. */
@QuarkusTest
class SessionListApiTest extends SignInApiFixture {

  private static final Map<String, String> ASKED = request("scope", "openid offline_access");

  private Response tokens(String name) {
    return redeem(returned(signIn(ASKED, name)).get("code"));
  }

  private Response inAnotherBrowser(String name) {
    Browser other = new Browser();
    String html = other.get("/sign-in?" + query(ASKED)).asString();
    return redeem(
        returned(other.post("/sign-in/development", Browser.form(html, name))).get("code"));
  }

  private List<String> sessions(String user) {
    return administrator()
        .get(API + "users/" + user + "/sessions")
        .then()
        .statusCode(200)
        .extract()
        .path("data.id");
  }

  private boolean isSignedIn() {
    return returned(authorize(request("prompt", "none"))).containsKey("code");
  }

  private void isEnded(Response tokens) {
    redeem(
            Map.of(
                "grant_type",
                "refresh_token",
                "client_id",
                "panel",
                "refresh_token",
                tokens.path("refresh_token")))
        .then()
        .statusCode(400);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(tokens.path("access_token"))).isEqualTo(401));
  }

  // --- Abuse ---

  @Test
  void anothersSessionIsNotFound() {
    person("Olive Own");
    String other = person("Percy Peer");
    inAnotherBrowser("Percy Peer");
    String access = tokens("Olive Own").path("access_token");
    String theirs = sessions(other).getFirst();
    platform.as(access).delete(API + "me/sessions/" + theirs).then().statusCode(404);
    platform.as(access).delete(API + "me/sessions/" + UuidV7.next()).then().statusCode(404);
    platform.as(access).get(API + "users/" + other + "/sessions").then().statusCode(403);
    platform.as(access).delete(API + "users/" + other + "/sessions").then().statusCode(403);
    assertThat(sessions(other)).containsExactly(theirs);
  }

  @Test
  void anotherTenantsPeopleAndSessionsAreNotFound() {
    String user = person("Tara Tenant");
    tokens("Tara Tenant");
    String session = sessions(user).getFirst();
    String foreign = platform.token(platform.administrator(platform.tenant()));
    String path = API + "users/" + user + "/sessions";
    platform.as(foreign).get(path).then().statusCode(404);
    platform.as(foreign).delete(path).then().statusCode(404);
    platform.as(foreign).delete(path + "/" + session).then().statusCode(404);
    platform.as(foreign).delete(API + "me/sessions/" + session).then().statusCode(404);
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void aSessionOfAnotherPersonOfTheTenantIsNotFoundBelowAPerson() {
    String user = person("Una User");
    String other = person("Uri User");
    tokens("Una User");
    String session = sessions(user).getFirst();
    for (String id : List.of(session, "x", session.toUpperCase(java.util.Locale.ROOT))) {
      administrator().delete(API + "users/" + other + "/sessions/" + id).then().statusCode(404);
    }
    assertThat(isSignedIn()).isTrue();
  }

  // --- Use ---

  @Test
  void aPersonListsTheirOwnAndEndsOne() {
    String user = person("Lena List");
    Response first = tokens("Lena List");
    Response second = inAnotherBrowser("Lena List");
    String access = first.path("access_token");
    List<Map<String, Object>> own =
        platform.as(access).get(API + "me/sessions").then().statusCode(200).extract().path("data");
    assertThat(own).hasSize(2);
    assertThat(own.getFirst())
        .containsEntry("user", user)
        .containsEntry("aal", "aal1")
        .containsKeys("id", "amr", "authenticated_at", "used_at", "ends_at", "expires_at");
    assertThat(own.toString()).doesNotContain(browser.cookie(BrowserCookies.SESSION));
    String last = (String) own.getLast().get("id");
    platform
        .as(access)
        .delete(API + "me/sessions/" + last)
        .then()
        .statusCode(200)
        .body("data.id", equalTo(last));
    isEnded(second);
    assertThat(isSignedIn()).isTrue();
    assertThat(sessions(user)).hasSize(1).doesNotContain(last);
    assertThat(events("iam.session.ended"))
        .filteredOn(event -> event.toString().contains(last))
        .hasSize(1);
  }

  @Test
  void aServiceAccountHasNone() {
    administrator().get(API + "me/sessions").then().statusCode(200).body("data", hasSize(0));
    administrator().delete(API + "me/sessions/" + UuidV7.next()).then().statusCode(404);
  }

  @Test
  void anAdministratorEndsOneAndAll() {
    String user = person("Adam Admin");
    Response first = tokens("Adam Admin");
    Response second = inAnotherBrowser("Adam Admin");
    String path = API + "users/" + user + "/sessions";
    String oldest = sessions(user).getFirst();
    administrator().delete(path + "/" + oldest).then().statusCode(200);
    administrator().delete(path + "/" + oldest).then().statusCode(404);
    isEnded(first);
    assertThat(isSignedIn()).isFalse();
    administrator().delete(path).then().statusCode(200).body("data", hasSize(1));
    isEnded(second);
    assertThat(inbox(tokens("Adam Admin").path("access_token"))).isEqualTo(200);
  }

  /** Sign-out ends the session alone. */
  @Test
  void theTokensOfSessionsThatEndedBeforeEndToo() throws Exception {
    String user = person("Sid Signed");
    Response tokens = tokens("Sid Signed");
    Rows.update("DELETE FROM iam_sessions WHERE user_id = '" + user + "'");
    assertThat(inbox(tokens.path("access_token"))).isEqualTo(200);
    administrator()
        .delete(API + "users/" + user + "/sessions")
        .then()
        .statusCode(200)
        .body("data", hasSize(0));
    isEnded(tokens);
  }

  @Test
  void endedSessionsAreNotListed() throws Exception {
    String user = person("Elsa Ended");
    tokens("Elsa Ended");
    SessionsApiTest.later(user, "31 minutes");
    assertThat(sessions(user)).isEmpty();
    tokens("Elsa Ended");
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    assertThat(sessions(user)).isEmpty();
  }
}
