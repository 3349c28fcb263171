package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.organization.Organization;
import io.iamplane.job.ExpiredRows;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of an application as a client, and of all that came of it. */
@QuarkusTest
class ApplicationEndsApiTest extends ApplicationFixture {

  private static final String NAME = "Enya Ends";

  @Inject ExpiredRows job;

  @BeforeEach
  void aPerson() throws Exception {
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").isEmpty()) {
      person(NAME);
    }
  }

  private Response tokens(App app) {
    Response tokens = redeem(redeeming(app, codeOf(app, NAME)));
    tokens.then().statusCode(200);
    return tokens;
  }

  private static int families(App app) throws Exception {
    return Rows.texts(
            "SELECT id FROM iam_refresh_families WHERE client_id = '" + app.clientId() + "'")
        .size();
  }

  @Test
  void aRedirectUriThatGoesEndsCodesAndTokensAndTheyStayEnded() throws Exception {
    App app = application("public", BACK, ELSEWHERE);
    Response tokens = tokens(app);
    String code = codeOf(app, NAME);
    declare(app, "public", ELSEWHERE);
    isRefused(redeem(redeeming(app, code)), 400, "invalid_grant");
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    isEnded(tokens.path("access_token"));
    isPage(authorize(asked(app)), 400);
    declare(app, "public", BACK, ELSEWHERE);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    assertThat(families(app)).isEqualTo(1);
    job.run();
    assertThat(families(app)).isZero();
    // The session is the person's own: what is there now gets new ones.
    String again = back(authorize(asked(app, "prompt", "none"))).get("code");
    redeem(redeeming(app, again)).then().statusCode(200);
    job.run();
    assertThat(families(app)).isEqualTo(1);
  }

  @Test
  void aCodeDoesNotOutliveAnEndOfItsClient() {
    App app = application("public", BACK, ELSEWHERE);
    String code = codeOf(app, NAME);
    declare(app, "public", ELSEWHERE);
    declare(app, "public", BACK);
    isRefused(redeem(redeeming(app, code)), 400, "invalid_grant");
  }

  @Test
  void aManifestWithOneMoreRedirectUriEndsNothing() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    declare(app, "public", BACK, ELSEWHERE);
    redeem(refreshing(app, tokens.path("refresh_token"))).then().statusCode(200);
  }

  @Test
  void anotherClientTypeEndsTokens() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    declare(app, "confidential", BACK);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 401, "invalid_client");
    isRefused(proved(app, refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    isEnded(tokens.path("access_token"));
  }

  @Test
  void aRolledBackManifestEndsTokensAndBringsNoRedirectUriBack() {
    App app = application("public", BACK);
    String id = declare(app, "public", BACK, ELSEWHERE).path("data.id");
    Response tokens = tokens(app);
    json(app.token()).post(API + "manifests/" + id + "/rollback").then().statusCode(200);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    String less = declare(app, "public", ELSEWHERE).path("data.id");
    json(app.token()).post(API + "manifests/" + less + "/rollback").then().statusCode(409);
    isPage(authorize(asked(app)), 400);
  }

  @Test
  void aRolledBackManifestBringsNoLogoutUriBack() {
    App app = application("public", BACK);
    declare(app, "public\", \"backchannel_logout_uri\": \"" + ELSEWHERE, BACK);
    String none = declare(app, "public", BACK).path("data.id");
    json(app.token()).post(API + "manifests/" + none + "/rollback").then().statusCode(409);
    String another =
        declare(app, "public\", \"backchannel_logout_uri\": \"" + BACK, BACK).path("data.id");
    // Back to none: less is no wider right.
    json(app.token()).post(API + "manifests/" + another + "/rollback").then().statusCode(200);
  }

  // --- Ends of one application's tokens ---

  @ParameterizedTest
  @ValueSource(strings = {"revocation", "a refresh token twice", "a code twice"})
  void anApplicationEndsItsOwnTokensAlone(String end) {
    App app = application("public", BACK);
    App other = application("public", BACK);
    Response panel =
        redeem(returned(signIn(request("scope", "openid offline_access"), NAME)).get("code"));
    Response others = tokens(other);
    String code = codeOf(app, NAME);
    Response tokens = redeem(redeeming(app, code));
    Response next = redeem(refreshing(app, tokens.path("refresh_token")));
    Response last = redeem(refreshing(app, next.path("refresh_token")));
    switch (end) {
      case "revocation" ->
          given()
              .formParam("client_id", app.clientId())
              .formParam("token", last.<String>path("refresh_token"))
              .post("/oauth/revoke")
              .then()
              .statusCode(200);
      case "a code twice" -> isRefused(redeem(redeeming(app, code)), 400, "invalid_grant");
      default ->
          isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    }
    for (Response each : List.of(tokens, next, last)) {
      isEnded(each.path("access_token"));
    }
    isRefused(redeem(refreshing(app, last.path("refresh_token"))), 400, "invalid_grant");
    assertThat(userInfo(others.path("access_token")).statusCode()).isEqualTo(200);
    assertThat(inbox(panel.path("access_token"))).isEqualTo(200);
    redeem(refreshing(other, others.path("refresh_token"))).then().statusCode(200);
    // The session is the person's own: what is there now gets new ones.
    String again = back(authorize(asked(app, "prompt", "none"))).get("code");
    Response renewed = redeem(redeeming(app, again));
    assertThat(userInfo(renewed.path("access_token")).statusCode()).isEqualTo(200);
  }

  @Test
  void anIdTokenOfAnApplicationEndsNoSessionFromElsewhere() throws Exception {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    String hint = "/oauth/logout?id_token_hint=" + tokens.path("id_token");
    Browser elsewhere = new Browser();
    nothingEnded(elsewhere.get(hint));
    elsewhere.plant(BrowserCookies.SESSION, "x".repeat(43));
    nothingEnded(elsewhere.get(hint));
    assertThat(back(authorize(asked(app, "prompt", "none")))).containsKey("code");
    redeem(refreshing(app, tokens.path("refresh_token"))).then().statusCode(200);
    assertThat(browser.get(hint).asString()).contains("You have signed out.");
    nothingEnded(browser.get(hint));
  }

  private static void nothingEnded(Response page) {
    isPage(page, 200);
    assertThat(page.asString())
        .contains("You are not signed in.")
        .doesNotContain("You have signed out");
  }

  @Test
  void aRevokedClientEndsWithAllThatCameOfIt() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    String code = codeOf(app, NAME);
    String path = API + "applications/" + app.key();
    json(app.token()).post(path + "/revoke-client").then().statusCode(200);
    isRefused(redeem(redeeming(app, code)), 401, "invalid_client");
    isPage(authorize(asked(app)), 400);
    isEnded(tokens.path("access_token"));
    json(app.token()).post(path + "/rotate-secret").then().statusCode(200);
    isRefused(redeem(redeeming(app, code)), 400, "invalid_grant");
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
  }

  @Test
  void aSecretThatLeakedEndsWhatCameOfIt() {
    App app = application("confidential", BACK);
    Response tokens = proved(app, redeeming(app, codeOf(app, NAME)));
    String secret =
        json(app.token())
            .body("{\"compromised\": true}")
            .post(API + "applications/" + app.key() + "/rotate-secret")
            .then()
            .statusCode(200)
            .extract()
            .path("data.client_secret");
    isRefused(proved(app, refreshing(app, tokens.path("refresh_token"))), 401, "invalid_client");
    App now = new App(app.token(), app.approver(), app.key(), app.clientId(), secret);
    isRefused(proved(now, refreshing(now, tokens.path("refresh_token"))), 400, "invalid_grant");
    isEnded(tokens.path("access_token"));
  }

  @Test
  void aSuspendedApplicationLetsNoOneIn() throws Exception {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    Rows.update("UPDATE iam_applications SET status = 'suspended' WHERE key = '" + app.key() + "'");
    isPage(authorize(asked(app)), 400);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 401, "invalid_client");
  }

  @Test
  void anApplicationOfASuspendedTenantLetsNoOneIn() {
    Organization tenant = platform.tenant();
    App app = application(tenant, "public", BACK);
    assertThat(authorize(asked(app)).statusCode()).isEqualTo(303);
    platform
        .asPlatform()
        .contentType("application/json")
        .body("{\"status\": \"suspended\"}")
        .patch(API + "organizations/" + tenant.id())
        .then()
        .statusCode(200);
    isPage(authorize(asked(app)), 400);
  }

  @Test
  void aSuspendedPersonsTokensOfApplicationsEnd() {
    String user = person("Sue Suspended");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Sue Suspended")));
    json(administratorToken()).post(API + "users/" + user + "/suspend").then().statusCode(200);
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    isEnded(tokens.path("access_token"));
  }
}
