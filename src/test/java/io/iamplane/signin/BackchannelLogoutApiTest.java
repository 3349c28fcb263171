package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that asks for it is told that a session ended. */
@QuarkusTest
class BackchannelLogoutApiTest extends LogoutReceiverFixture {

  // --- Abuse ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://169.254.169.254/logout",
        "https://10.0.0.1/logout",
        "https://[fe80::1]/logout",
        "https://localhost/logout"
      })
  void anInternalAddressIsNotAsked(String uri) throws Exception {
    App app = listening(uri);
    signOut(tokens(app));
    int attempts = BackchannelLogoutJob.PAUSES.size() + 1;
    for (int i = 1; i < attempts; i++) {
      due();
      run();
      assertThat(messages(app)).containsExactly("" + i);
    }
    due();
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://example.com/x", "javascript:x", "https://u@example.com/", "/x"})
  void anAddressWithoutTlsIsRefused(String uri) {
    json(administratorToken())
        .body(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "bad", "name": "Bad"},
             "auth": {"backchannel_logout_uri": "%s"}}
            """
                .formatted(uri))
        .post(API + "applications/bad/manifests")
        .then()
        .statusCode(422);
  }

  @Test
  void anApplicationThatGotNoTokenOfTheSessionHearsNothing() throws Exception {
    App app = listening(address());
    codeOf(app, NAME);
    Response panels = redeem(returned(authorize(request())).get("code"));
    signOut(panels);
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  @Test
  void aLogoutTokenOpensNothing() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    told(1);
    String token = bodies.getFirst().substring("logout_token=".length());
    assertThat(userInfo(token).statusCode()).isEqualTo(401);
    assertThat(inbox(token)).isEqualTo(401);
    isPage(browser.get("/oauth/logout?id_token_hint=" + token), 400);
  }

  @Test
  void aReceiverThatFailsIsAskedAgainAndAtLastNoMore() throws Exception {
    status.set(500);
    App app = listening(address());
    signOut(tokens(app));
    told(1);
    status.set(302);
    for (int i = 2; i <= BackchannelLogoutJob.PAUSES.size() + 1; i++) {
      due();
      told(i);
    }
    assertThat(messages(app)).isEmpty();
    due();
    run();
    assertThat(bodies).hasSize(BackchannelLogoutJob.PAUSES.size() + 1).doesNotHaveDuplicates();
  }

  @Test
  void anApplicationThatAsksNoMoreIsNotTold() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    declare(app, "public", BACK);
    signOut(tokens);
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  @Test
  void anErrorCountsAsAFailedAttempt() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    Rows.update(
        "UPDATE iam_applications SET auth = jsonb_set(auth, '{backchannel_logout_uri}',"
            + " '\"https://[\"') WHERE key = '%s'".formatted(app.key()));
    run();
    assertThat(messages(app)).containsExactly("1");
  }

  @Test
  void theTriggersFindTheirTablesWhateverTheSearchPath() throws Exception {
    assertThat(
            Rows.texts(
                "SELECT proname FROM pg_proc WHERE proname IN ('iam_application_auth',"
                    + " 'iam_notify_clients_of_session') AND proconfig::text LIKE '%search_path%'"
                    + " AND pronamespace = current_schema()::regnamespace"))
        .hasSize(2);
  }

  // --- Use ---

  @Test
  void anApplicationThatComesBackIsTold() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    String status = "UPDATE iam_applications SET status = '%s' WHERE key = '" + app.key() + "'";
    Rows.update(status.formatted("suspended"));
    signOut(tokens);
    run();
    assertThat(messages(app)).containsExactly("1");
    Rows.update(status.formatted("active"));
    due();
    told(1);
    assertThat(messages(app)).isEmpty();
  }

  @Test
  void anApplicationThatAsksLaterIsTold() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    declare(app, "public\", \"backchannel_logout_uri\": \"" + address(), BACK);
    signOut(tokens);
    told(1);
  }

  @Test
  void aSignOutIsToldByATokenThatNimbusAccepts() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    signOut(tokens);
    told(1);
    String token = bodies.getFirst().substring("logout_token=".length());
    SignedJWT jwt = SignedJWT.parse(token);
    assertThat(jwt.getHeader().getType().getType()).isEqualTo("logout+jwt");
    LogoutTokenClaimsSet claims =
        new LogoutTokenValidator(
                new Issuer(ISSUER), new ClientID(app.clientId()), JWSAlgorithm.ES256, keys())
            .validate(jwt);
    assertThat(claims.getSessionID().getValue())
        .isEqualTo(claims(tokens.path("id_token")).path("sid").asText());
    assertThat(claims.getExpirationTime().getTime() - claims.getIssueTime().getTime())
        .isEqualTo(Duration.ofMinutes(2).toMillis());
    assertThat(messages(app)).isEmpty();
  }

  private static JWKSet keys() throws Exception {
    return JWKSet.parse(RestAssured.given().get("/.well-known/jwks.json").asString());
  }

  @Test
  void eachEndOfASessionIsTold() throws Exception {
    App app = listening(address());
    String user = Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").getFirst();
    tokens(app);
    json(administratorToken()).delete(API + "users/" + user + "/sessions");
    told(1);
    tokens(app);
    Rows.update("UPDATE iam_sessions SET ends_at = used_at WHERE user_id = '" + user + "'");
    expired.run();
    told(2);
    String another = person("Sus Pended");
    browser.plant(BrowserCookies.SESSION, "x");
    Response theirs = redeem(redeeming(app, codeOf(app, "Sus Pended")));
    theirs.then().statusCode(200);
    json(administratorToken()).post(API + "users/" + another + "/suspend").then().statusCode(200);
    told(3);
  }

  @Test
  void nothingIsToldOfAChangeThatIsUndone() throws Exception {
    App app = listening(address());
    tokens(app);
    Rows.with(statement -> {
      statement.execute("BEGIN");
      statement.executeUpdate(
          "DELETE FROM iam_sessions WHERE id IN (SELECT session_id FROM iam_session_clients"
              + " WHERE client_id = '%s')".formatted(app.clientId()));
      return statement.execute("ROLLBACK");
    });
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }
}
