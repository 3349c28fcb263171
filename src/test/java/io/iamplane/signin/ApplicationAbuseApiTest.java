package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications that want more than their own people's sign-in, and others that pose as them. */
@QuarkusTest
class ApplicationAbuseApiTest extends ApplicationFixture {

  private static final String NAME = "Alma Abused";

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

  // --- Other people's applications ---

  @Test
  void aPersonOfAnotherTenantIsNotKnown() throws Exception {
    App foreign = application(platform.tenant(), "public", BACK);
    code(NAME);
    assertThat(back(authorize(asked(foreign, "prompt", "none"))))
        .containsOnlyKeys("error", "error_description", "state", "iss")
        .containsEntry("error", "login_required");
    int before = events("iam.sign_in.refused").size();
    Response refused = signIn(asked(foreign), NAME);
    isPage(refused, 403);
    assertThat(refused.asString()).contains("You cannot sign in with this account.");
    assertThat(
            Rows.texts(
                "SELECT 1 FROM iam_authorization_codes WHERE client_id = '%s'"
                    .formatted(foreign.clientId())))
        .isEmpty();
    assertThat(events("iam.sign_in.refused")).hasSize(before + 1);
    assertThat(events("iam.sign_in.refused").getFirst().toString())
        .contains("another_organization", foreign.clientId());
    // Their session at home goes on.
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }

  @Test
  void aCompanyOfAnotherTenantIsNotKnownAtTheApplication() {
    App foreign = application(platform.tenant(), "public", BACK);
    Map<String, String> form = Browser.form(page(asked(foreign)), "Sign in with your company");
    form.put("organization", "demo");
    isPage(browser.post("/sign-in/federation", form), 404);
  }

  @Test
  void aCodeOfAnotherClientIsUsedUp() {
    App app = application("public", BACK);
    App other = application("public", BACK);
    String code = codeOf(app, NAME);
    isRefused(redeem(redeeming(other, code)), 400, "invalid_grant");
    isRefused(redeem(redeeming(app, code)), 400, "invalid_grant");
    String panels = returned(authorize(request())).get("code");
    isRefused(redeem(redeeming(app, panels)), 400, "invalid_grant");
    String applications = codeOf(app, NAME);
    isRefused(redeem(applications), 400, "invalid_grant");
  }

  @Test
  void aRefreshTokenOfAnotherClientIsRefused() {
    App app = application("public", BACK);
    App other = application("confidential", BACK);
    String token = tokens(app).path("refresh_token");
    isRefused(proved(other, refreshing(other, token)), 400, "invalid_grant");
    isRefused(
        redeem(Map.of("grant_type", "refresh_token", "client_id", "panel", "refresh_token", token)),
        400,
        "invalid_grant");
    redeem(refreshing(app, token)).then().statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ELSEWHERE,
        CALLBACK,
        "https://warehouse.example.com/callback/",
        "https://warehouse.example.com/callback?x=y",
        "http://warehouse.example.com/callback"
      })
  void aRedirectUriOfAnotherApplicationIsAPage(String uri) {
    application("public", ELSEWHERE);
    App app = application("public", BACK);
    code(NAME);
    isPage(authorize(asked(app, "redirect_uri", uri)), 400);
    isPage(authorize(request("redirect_uri", BACK)), 400);
  }

  @Test
  void anApplicationWithoutRedirectUrisIsNoClient() {
    App app = application("public");
    code(NAME);
    isPage(authorize(asked(app)), 400);
    isRefused(redeem(redeeming(app, "a".repeat(43))), 401, "invalid_client");
  }

  @Test
  void aServiceIsNoClientOfPeople() {
    Map<?, ?> client =
        json(administratorToken())
            .body("{\"name\": \"Service\"}")
            .post(API + "service-accounts")
            .path("data.client");
    App service =
        new App("", "", "", (String) client.get("client_id"), (String) client.get("client_secret"));
    isPage(authorize(asked(service)), 400);
    isRefused(proved(service, redeeming(service, "a".repeat(43))), 401, "invalid_client");
  }

  // --- Proofs of clients ---

  @Test
  void aConfidentialClientWithoutItsProofGetsNothing() {
    App app = application("confidential", BACK);
    String code = codeOf(app, NAME);
    isRefused(redeem(redeeming(app, code)), 401, "invalid_client");
    Map<String, String> wrong = redeeming(app, code);
    wrong.put("client_secret", "x".repeat(43));
    isRefused(redeem(wrong), 401, "invalid_client");
    Response tokens = proved(app, redeeming(app, code));
    tokens.then().statusCode(200);
    String refresh = tokens.path("refresh_token");
    isRefused(redeem(refreshing(app, refresh)), 401, "invalid_client");
    given()
        .formParam("client_id", app.clientId())
        .formParam("token", refresh)
        .post("/oauth/revoke")
        .then()
        .statusCode(401);
    proved(app, refreshing(app, refresh)).then().statusCode(200);
  }

  @Test
  void thePkceVerifierIsAskedOfConfidentialClientsToo() {
    App app = application("confidential", BACK);
    code(NAME);
    Map<String, String> unchallenged = asked(app);
    unchallenged.remove("code_challenge");
    assertThat(back(authorize(unchallenged))).containsEntry("error", "invalid_request");
    Map<String, String> form = redeeming(app, codeOf(app, NAME));
    form.put("code_verifier", "a".repeat(43));
    isRefused(proved(app, form), 400, "invalid_grant");
  }

  @Test
  void aPublicClientWithASecretIsRefused() {
    App app = application("public", BACK);
    String code = codeOf(app, NAME);
    isRefused(proved(app, redeeming(app, code)), 401, "invalid_client");
    redeem(redeeming(app, code)).then().statusCode(200);
  }

  // --- Tokens of applications ---

  @ParameterizedTest
  @CsvSource({
    "GET, users",
    "GET, me/permissions",
    "GET, me/sessions",
    "GET, access-reviews/inbox",
    "GET, applications",
    "GET, audit/events",
    "POST, decisions/check",
    "POST, grants",
  })
  void aTokenOfAnApplicationOpensNothingOfThisApi(String method, String path) {
    App app = application("public", BACK);
    String access = tokens(app).path("access_token");
    // Verified and remembered, which opens nothing either.
    assertThat(userInfo(access).statusCode()).isEqualTo(200);
    Response answer = json(access).body("{}").request(method, API + path);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(401);
    assertThat(json(access).body("{}").post("/access/v1/evaluation").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/oauth/userinfo/", "/oauth/userinfo;x", "/oauth/userinfo/../../api/iam/v1/users"})
  void aPathLikeThatOfUserInfoOpensNothing(String path) {
    App app = application("public", BACK);
    String access = tokens(app).path("access_token");
    Response answer =
        given().urlEncodingEnabled(false).header("Authorization", "Bearer " + access).get(path);
    assertThat(answer.statusCode()).as(answer.asString()).isIn(400, 401, 404);
  }

  @ParameterizedTest
  @CsvSource({"resource, iam-admin, invalid_target", "scope, openid iam:*, invalid_scope"})
  void anApplicationAsksForNoTokenOfThisApi(String name, String value, String error) {
    App app = application("public", BACK);
    code(NAME);
    assertThat(back(authorize(asked(app, name, value)))).containsEntry("error", error);
    Response tokens = tokens(app);
    Map<String, String> form = refreshing(app, tokens.path("refresh_token"));
    form.put(name, value);
    isRefused(redeem(form), 400, error);
  }

  @Test
  void aTokenOfAnApplicationIsNotExchanged() {
    App app = application("confidential", BACK);
    Response tokens = proved(app, redeeming(app, codeOf(app, NAME)));
    Map<?, ?> service =
        json(administratorToken())
            .body("{\"name\": \"Portal\", \"scopes\": [\"iam:users.read\"]}")
            .post(API + "service-accounts")
            .path("data.client");
    Response answer =
        given()
            .auth()
            .preemptive()
            .basic((String) service.get("client_id"), (String) service.get("client_secret"))
            .formParam("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
            .formParam("subject_token", tokens.<String>path("access_token"))
            .formParam("subject_token_type", "urn:ietf:params:oauth:token-type:access_token")
            .post("/oauth/token");
    isRefused(answer, 400, "invalid_request");
  }

  @Test
  void anIdTokenOfAnApplicationIsNoAccessToken() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    assertThat(userInfo(tokens.path("id_token")).statusCode()).isEqualTo(401);
  }

  @Test
  void aTokenOfAnApplicationIsNotSeenByAnotherTenant() {
    App app = application("public", BACK);
    App foreign = application(platform.tenant(), "confidential", BACK);
    Response seen =
        given()
            .auth()
            .preemptive()
            .basic(foreign.clientId(), foreign.secret())
            .formParam("token", tokens(app).<String>path("access_token"))
            .post("/oauth/introspect");
    assertThat(seen.<Boolean>path("active")).isFalse();
  }

  /** Another form is not looked for; one of ours is, and counts as a failure of the address. */
  @ParameterizedTest
  @ValueSource(strings = {"client_", "client_aaaaaaaaaaaaaaaaaaaaaaaaaa", "CLIENT", "a b"})
  void anUnknownClientIsAPage(String clientId) {
    Map<String, String> asked = request("client_id", clientId);
    isPage(authorize(asked), 400);
  }
}
