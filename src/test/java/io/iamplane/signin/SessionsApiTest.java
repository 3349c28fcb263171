package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.job.ExpiredRows;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lifetime of sessions, and the events that end them. */
@QuarkusTest
class SessionsApiTest extends SignInApiFixture {

  @Inject ExpiredRows job;

  private boolean isSignedIn() {
    return isSignedIn(browser);
  }

  private static boolean isSignedIn(Browser browser) {
    return returned(browser.get("/oauth/authorize?" + query(request("prompt", "none"))))
        .containsKey("code");
  }

  private static int rows(String user) throws SQLException {
    return Rows.texts("SELECT id FROM iam_sessions WHERE user_id = '" + user + "'").size();
  }

  static void later(String user, String interval) throws SQLException {
    Rows.update(
        "UPDATE iam_sessions SET authenticated_at = authenticated_at - interval '%1$s', used_at = used_at - interval '%1$s', ends_at = ends_at - interval '%1$s', expires_at = expires_at - interval '%1$s' WHERE user_id = '%2$s'"
            .formatted(interval, user));
  }

  @Test
  void aSessionEndsWithoutUse() throws Exception {
    String user = person("Ida Idle");
    signIn(request(), "Ida Idle");
    later(user, "20 minutes");
    assertThat(isSignedIn()).isTrue();
    later(user, "20 minutes");
    assertThat(isSignedIn()).as("used in between").isTrue();
    later(user, "31 minutes");
    assertThat(isSignedIn()).isFalse();
    job.run();
    assertThat(rows(user)).isZero();
  }

  @Test
  void aSessionEndsWhateverItsUse() throws Exception {
    String user = person("Abe Absolute");
    signIn(request(), "Abe Absolute");
    for (int i = 0; i < 35; i++) {
      later(user, "20 minutes");
      assertThat(isSignedIn()).as("after %d minutes", 20 * (i + 1)).isTrue();
    }
    later(user, "20 minutes");
    assertThat(isSignedIn()).isFalse();
  }

  @Test
  void suspensionEndsAllSessionsAndTokensPermanently() throws Exception {
    String user = person("Sid Suspended");
    String access = redeem(code("Sid Suspended")).path("access_token");
    String left = returned(authorize(request())).get("code");
    Map<String, String> form = Browser.form(page(request("prompt", "login")), "Sid Suspended");
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    assertThat(rows(user)).isZero();
    assertThat(isSignedIn()).isFalse();
    redeem(left).then().statusCode(400);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(access)).isEqualTo(401));
    assertThat(events("iam.session.ended")).anyMatch(event -> event.toString().contains(user));

    Response refused = browser.post("/sign-in/development", form);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.asString()).contains("You cannot sign in");
    assertThat(browser.cookie(BrowserCookies.SESSION)).isNotNull();
    assertThat(events("iam.sign_in.refused"))
        .filteredOn(event -> event.toString().contains(user))
        .singleElement()
        .asString()
        .contains("suspended");

    administrator().post(API + "users/" + user + "/reactivate").then().statusCode(200);
    assertThat(isSignedIn()).isFalse();
    assertThat(inbox(redeem(code("Sid Suspended")).path("access_token"))).isEqualTo(200);
  }

  @Test
  void aRefusedPersonEndsNoOthersSession() throws Exception {
    String user = person("Sue Suspended");
    person("Ike Inside");
    signIn(request(), "Ike Inside");
    Map<String, String> form = Browser.form(page(request("prompt", "login")), "Sue Suspended");
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    assertThat(browser.post("/sign-in/development", form).statusCode()).isEqualTo(403);
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void erasureEndsSessions() throws Exception {
    String user = person("Eve Erased");
    signIn(request(), "Eve Erased");
    String session =
        Rows.texts("SELECT id FROM iam_sessions WHERE user_id = '" + user + "'").getFirst();
    administrator()
        .contentType("application/json")
        .body(Map.of("subject", "user:" + user))
        .post(API + "audit/erase-subject")
        .then()
        .statusCode(200);
    assertThat(rows(user)).isZero();
    assertThat(events("iam.session.ended").toString()).contains(session);
    assertThat(isSignedIn()).isFalse();
  }

  @Test
  void aSessionDoesNotOutliveASuspensionOfItsOrganization() throws Exception {
    person("Ora Organized");
    signIn(request(), "Ora Organized");
    String path = API + "organizations/" + DemoTenant.KEY;
    organization(path, "suspended");
    try {
      assertThat(isSignedIn()).isFalse();
    } finally {
      organization(path, "active");
    }
    assertThat(isSignedIn()).isFalse();
  }

  private void organization(String path, String status) {
    platform
        .asPlatform()
        .contentType("application/json")
        .body(Map.of("status", status))
        .patch(path)
        .then()
        .statusCode(200);
  }

  @Test
  void aPersonHasTwentySessionsAtMostAndTheLongestUnusedEnds() throws Exception {
    String user = person("Mia Many");
    signIn(request(), "Mia Many");
    Browser unused = another("Mia Many");
    later(user, "10 minutes");
    assertThat(isSignedIn()).isTrue();
    for (int i = 0; i < 19; i++) {
      another("Mia Many");
    }
    assertThat(rows(user)).isEqualTo(Sessions.MOST_OF_A_PERSON);
    assertThat(isSignedIn()).as("the oldest, used a moment ago").isTrue();
    assertThat(isSignedIn(unused)).isFalse();
    assertThat(events("iam.session.ended"))
        .filteredOn(event -> event.toString().contains(user))
        .hasSize(1);
  }

  @Test
  void aSessionThatHasEndedMakesRoomBeforeALivingOne() throws Exception {
    String user = person("Eddy Ended");
    String own = claims(redeem(code("Eddy Ended")).path("id_token")).path("sid").asText();
    another("Eddy Ended");
    Rows.update(
        "UPDATE iam_sessions SET used_at = now() + interval '1 minute', ends_at = now()"
            + " WHERE user_id = '%s' AND id <> '%s'".formatted(user, own));
    for (int i = 0; i < 19; i++) {
      another("Eddy Ended");
    }
    assertThat(rows(user)).isEqualTo(Sessions.MOST_OF_A_PERSON);
    assertThat(isSignedIn()).isTrue();
  }

  private static Browser another(String name) {
    Browser other = new Browser();
    String html = other.get("/sign-in?" + query(request())).asString();
    other.post("/sign-in/development", Browser.form(html, name));
    return other;
  }

  /** Nothing ties them together: the browser keeps the cookie of one of them. */
  @Test
  void ofTwoFirstSignInsAtTheSameTimeTheOneThatIsNotKeptEndsWithoutUse() throws Exception {
    String user = person("Tim Twice");
    Map<String, String> form = Browser.form(page(request()), "Tim Twice");
    Browser sameTime = new Browser();
    sameTime.plant(BrowserCookies.FORM, browser.cookie(BrowserCookies.FORM));
    sameTime.post("/sign-in/development", form);
    browser.post("/sign-in/development", form);
    assertThat(rows(user)).isEqualTo(2);
    later(user, "20 minutes");
    assertThat(isSignedIn()).isTrue();
    later(user, "11 minutes");
    job.run();
    assertThat(rows(user)).isEqualTo(1);
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void signInsThatAreNotFinishedLeaveNothing() throws Exception {
    String before = counts();
    for (int i = 0; i < 50; i++) {
      new Browser().get("/oauth/authorize?" + query(request()));
      new Browser().get("/sign-in?" + query(request()));
    }
    assertThat(counts()).isEqualTo(before);
  }

  private static String counts() throws SQLException {
    return Rows.texts(
            "SELECT concat_ws(' ', (SELECT count(*) FROM iam_sessions), (SELECT count(*) FROM"
                + " iam_authorization_codes), (SELECT count(*) FROM iam_audit_records))")
        .getFirst();
  }

  @Test
  void codesThatWereRedeemedKeepNoOneFromAnother() throws Exception {
    String user = person("Cleo Codes");
    code("Cleo Codes");
    Rows.update(
        """
        INSERT INTO iam_authorization_codes (code_hash, organization_id, session_id, user_id,
          client_id, redirect_uri, challenge, scope, expires_at, keep_until, used_at)
        SELECT sha256(code_hash || convert_to(n::text, 'UTF8')), organization_id, session_id,
          user_id, client_id, redirect_uri, challenge, 'openid offline_access',
          now() - interval '1 second', now() + interval '24 hours', now() - interval '1 minute'
        FROM iam_authorization_codes, generate_series(1, %d) n WHERE user_id = '%s'
        """
            .formatted(AuthorizationCodes.MOST_OF_A_SESSION, user));
    assertThat(isSignedIn()).isTrue();
    Rows.update(
        "UPDATE iam_authorization_codes SET expires_at = now() + interval '1 minute'"
            + " WHERE user_id = '%s'".formatted(user));
    assertThat(authorize(request("prompt", "none")).statusCode()).isEqualTo(429);
  }

  @Test
  void codesGoWithTheirTokens() throws Exception {
    person("Cat Codes");
    redeem(code("Cat Codes")).then().statusCode(200);
    Rows.update("UPDATE iam_authorization_codes SET keep_until = now() - interval '1 second'");
    job.run();
    assertThat(Rows.texts("SELECT client_id FROM iam_authorization_codes")).isEmpty();
  }
}
