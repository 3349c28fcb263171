package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.Secret;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another sign-in of the same person in the same browser. */
@QuarkusTest
class SessionRenewalApiTest extends ApplicationFixture {

  private static List<String> sessions(String user) throws SQLException {
    return Rows.texts("SELECT id FROM iam_sessions WHERE user_id = '" + user + "'");
  }

  private static String aal(Response tokens) {
    return claims(tokens.path("access_token")).path("acr").asText();
  }

  // --- Abuse ---

  @Test
  void aPlantedCookieOpensNothingAfterwards() throws Exception {
    String user = person("Phil Planted");
    code("Phil Planted");
    String planted = browser.cookie(BrowserCookies.SESSION);
    signIn(request("prompt", "login"), "Phil Planted");
    String own = browser.cookie(BrowserCookies.SESSION);
    assertThat(own).isNotEqualTo(planted);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
    browser.plant(BrowserCookies.SESSION, planted);
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    // A sign-in on top of the old secret leaves the renewed session alone.
    signIn(request(), "Phil Planted");
    assertThat(sessions(user)).hasSize(2);
    browser.plant(BrowserCookies.SESSION, own);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }

  /** Whoever has one of the weaker sign-in would otherwise wait for the stronger one. */
  @Test
  void aRefreshTokenAndACodeOfTheWeakerSignInStayWeak() {
    person("Wes Weak");
    App app = application("public", BACK);
    Response weak = redeem(redeeming(app, codeOf(app, "Wes Weak")));
    String left = back(authorize(asked(app))).get("code");
    assertThat(aal(weak)).isEqualTo("aal1");
    Response strong =
        redeem(
            redeeming(app, back(signIn(asked(app, "acr_values", "aal2"), "Wes Weak")).get("code")));
    assertThat(aal(strong)).isEqualTo("aal2");
    assertThat(aal(redeem(refreshing(app, weak.path("refresh_token"))))).isEqualTo("aal1");
    Response late = redeem(redeeming(app, left));
    assertThat(aal(late)).isEqualTo("aal1");
    assertThat(claims(late.path("id_token")).path("acr").asText()).isEqualTo("aal1");
    assertThat(aal(redeem(refreshing(app, strong.path("refresh_token"))))).isEqualTo("aal2");
  }

  /** A client that asked for max_age would otherwise take the person for present again. */
  @Test
  void anIdTokenSaysWhenAndHowThePersonSignedInForItsCode() throws Exception {
    String user = person("Tess Then");
    App app = application("public", BACK);
    tokens(app, codeOf(app, "Tess Then"));
    Rows.update(
        "UPDATE iam_sessions SET authenticated_at = '2026-01-02T03:04:05Z', amr = 'hwk pin'"
            + " WHERE user_id = '%s'".formatted(user));
    String left = back(authorize(asked(app))).get("code");
    String unknown = back(authorize(asked(app))).get("code");
    String earlier = back(authorize(asked(app))).get("code");
    Rows.update(codes("authenticated_at = NULL", unknown));
    Rows.update(codes("authenticated_at = NULL, amr = NULL", earlier));
    signIn(request("prompt", "login"), "Tess Then");
    JsonNode then = claims(tokens(app, left).path("id_token"));
    assertThat(then.path("auth_time").asLong())
        .isEqualTo(Instant.parse("2026-01-02T03:04:05Z").getEpochSecond());
    assertThat(then.path("amr").toString()).isEqualTo("[\"hwk\",\"pin\"]");
    JsonNode never = claims(tokens(app, unknown).path("id_token"));
    assertThat(never.has("auth_time")).isFalse();
    assertThat(never.path("amr")).isEqualTo(then.path("amr"));
    JsonNode now = claims(tokens(app, earlier).path("id_token"));
    assertThat(now.path("auth_time").asLong()).isGreaterThan(then.path("auth_time").asLong());
    assertThat(now.path("amr").toString()).isEqualTo("[\"user\"]");
  }

  /** Changes a code; one without methods is that of a replica of an earlier version. */
  private static String codes(String change, String code) {
    return "UPDATE iam_authorization_codes SET %s WHERE code_hash = '\\x%s'"
        .formatted(change, HexFormat.of().formatHex(RandomSecrets.hash(new Secret(code))));
  }

  private static Response tokens(App app, String code) {
    Response tokens = redeem(redeeming(app, code));
    tokens.then().statusCode(200);
    return tokens;
  }

  @Test
  void aRefreshMakesNoIdToken() throws Exception {
    person("Ria Refresh");
    App app = application("public", BACK);
    Response first = tokens(app, codeOf(app, "Ria Refresh"));
    signIn(request("prompt", "login"), "Ria Refresh");
    Response next = redeem(refreshing(app, first.path("refresh_token")));
    next.then().statusCode(200);
    assertThat(next.<String>path("id_token")).isNull();
    assertThat(claims(next.path("access_token")).has("auth_time")).isFalse();
    assertThat(claims(next.path("access_token")).has("amr")).isFalse();
  }

  @Test
  void aRefreshTokenOfTheStrongerSignInIsWeakAfterAWeakerOne() {
    person("Stan Strong");
    App app = application("public", BACK);
    Response strong =
        redeem(
            redeeming(
                app, back(signIn(asked(app, "acr_values", "aal2"), "Stan Strong")).get("code")));
    signIn(request("prompt", "login"), "Stan Strong");
    assertThat(aal(redeem(refreshing(app, strong.path("refresh_token"))))).isEqualTo("aal1");
  }

  @Test
  void anotherPersonsSessionEnds() throws Exception {
    String user = person("Olga One");
    person("Otto Other");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Olga One")));
    signIn(request("prompt", "login"), "Otto Other");
    assertThat(sessions(user)).isEmpty();
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    isEnded(tokens.path("access_token"));
  }

  /** One that began at a provider ends with it, so that the kinds do not mix. */
  @Test
  void aSessionOfAProviderIsNotRenewedByAnotherSignIn() throws Exception {
    String user = person("Fay Federated");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Fay Federated")));
    String old = sessions(user).getFirst();
    // The request names the page, as the session is not recent enough for it.
    Map<String, String> form = Browser.form(page(request("prompt", "login")), "Fay Federated");
    Rows.update("UPDATE iam_sessions SET amr = 'fed' WHERE user_id = '" + user + "'");
    browser.post("/sign-in/development", form);
    assertThat(sessions(user)).hasSize(1).doesNotContain(old);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
  }

  // --- Use ---

  @ParameterizedTest
  @CsvSource({"prompt, login", "acr_values, aal2", "max_age, 0"})
  void noApplicationIsSignedOut(String name, String value) throws Exception {
    String who = "Rae " + value + " " + Long.toString(System.nanoTime(), 36);
    String user = person(who);
    App app = application("public", BACK);
    App other = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, who)));
    Response panel =
        redeem(returned(authorize(request("scope", "openid offline_access"))).get("code"));
    String session = sessions(user).getFirst();
    String sid = claims(tokens.path("id_token")).path("sid").asText();
    Response there =
        redeem(redeeming(other, back(signIn(asked(other, name, value), who)).get("code")));
    assertThat(sessions(user)).containsExactly(session);
    assertThat(claims(there.path("id_token")).path("sid").asText()).isEqualTo(sid);
    assertThat(
            Rows.texts("SELECT id FROM iam_logout_messages WHERE session_id = '" + session + "'"))
        .isEmpty();
    redeem(refreshing(app, tokens.path("refresh_token"))).then().statusCode(200);
    redeem(
            Map.of(
                "grant_type", "refresh_token",
                "client_id", "panel",
                "refresh_token", panel.<String>path("refresh_token")))
        .then()
        .statusCode(200);
    assertThat(userInfo(tokens.path("access_token")).statusCode()).isEqualTo(200);
    assertThat(events("iam.session.renewed").toString()).contains(session);
    assertThat(events("iam.session.ended").toString()).doesNotContain(session);
  }

  @Test
  void theLimitsBeginAnew() throws Exception {
    String user = person("Lim Limits");
    code("Lim Limits");
    SessionsApiTest.later(user, "20 minutes");
    signIn(request("prompt", "login"), "Lim Limits");
    SessionsApiTest.later(user, "20 minutes");
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
    assertThat(
            Rows.texts(
                "SELECT expires_at > now() + interval '11 hours' FROM iam_sessions"
                    + " WHERE user_id = '%s'".formatted(user)))
        .containsExactly("t");
  }

  /** A stolen refresh token is not kept alive by the sign-ins of its person. */
  @Test
  void aRefreshTokenKeepsTheLimitFromBefore() throws Exception {
    String user = person("Ken Keeps");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Ken Keeps")));
    assertThat(
            Rows.texts(
                "SELECT f.expires_at = s.expires_at FROM iam_refresh_families f"
                    + " JOIN iam_sessions s ON s.id = f.session_id WHERE f.user_id = '%s'"
                        .formatted(user)))
        .containsExactly("t");
    Rows.update(
        "UPDATE iam_refresh_families SET expires_at = now() WHERE user_id = '" + user + "'");
    signIn(request("prompt", "login"), "Ken Keeps");
    assertThat(sessions(user)).hasSize(1);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
  }
}
