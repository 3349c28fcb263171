package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.iamplane.testing.LogCapture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person signs in, works with a token, and signs out. */
@QuarkusTest
class SignInFlowApiTest extends SignInApiFixture {

  private static final String SIGNED_OUT = "https://panel.example.com/signed-out";

  @Test
  void aPersonSignsInUsesTheInboxAndSignsOut() throws Exception {
    String user = person("Flo Full");
    Map<String, String> answer = returned(signIn(request(), "Flo Full"));
    assertThat(answer).containsOnlyKeys("code", "state", "iss").containsEntry("state", "s 1");
    assertThat(answer).containsEntry("iss", ISSUER);
    Response tokens = redeem(answer.get("code"));
    tokens.then().statusCode(200).header("Cache-Control", "no-store");
    assertThat(tokens.<String>path("token_type")).isEqualTo("Bearer");
    assertThat(tokens.<String>path("scope")).isEqualTo("openid");
    String access = tokens.path("access_token");
    JsonNode claims = claims(access);
    assertThat(claims.path("sub").asText()).isEqualTo("user:" + user);
    assertThat(claims.path("aud").asText()).isEqualTo("iam-admin");
    assertThat(claims.path("client_id").asText()).isEqualTo("panel");
    assertThat(inbox(access)).isEqualTo(200);
    platform.as(access).get(API + "users").then().statusCode(403);

    String idToken = tokens.path("id_token");
    isValid(idToken);
    JsonNode id = claims(idToken);
    assertThat(id.path("sub").asText()).isEqualTo("user:" + user);
    assertThat(id.path("acr").asText()).isEqualTo("aal1");
    assertThat(id.path("amr").get(0).asText()).isEqualTo("user");
    assertThat(id.path("auth_time").asLong()).isLessThanOrEqualTo(id.path("iat").asLong());
    given().auth().oauth2(idToken).get(API + "access-reviews/inbox").then().statusCode(401);

    Response about = given().auth().oauth2(access).get("/oauth/userinfo");
    assertThat(about.<String>path("sub")).isEqualTo("user:" + user);
    assertThat(about.<String>path("name")).isEqualTo("Flo Full");
    given().get("/oauth/userinfo").then().statusCode(401);

    assertThat(browser.cookie(BrowserCookies.SESSION)).hasSize(43);
    Response left =
        browser.get(
            "/oauth/logout?id_token_hint=%s&state=bye&post_logout_redirect_uri=%s"
                .formatted(idToken, SIGNED_OUT));
    assertThat(left.statusCode()).as(left.asString()).isEqualTo(303);
    assertThat(left.header("Location")).isEqualTo(SIGNED_OUT + "?state=bye");
    assertThat(browser.cookie(BrowserCookies.SESSION)).isNull();
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    String sid = id.path("sid").asText();
    for (String type : List.of("iam.session.created", "iam.session.ended")) {
      assertThat(events(type)).as(type).anyMatch(event -> event.toString().contains(sid));
    }
    assertThat(Rows.texts("SELECT id FROM iam_sessions WHERE id = '" + sid + "'")).isEmpty();
  }

  @Test
  void anApplicationMayPostItsPersonAway() {
    person("Pia Post");
    String idToken = redeem(code("Pia Post")).path("id_token");
    Response sent =
        new Browser()
            .post(
                "/oauth/logout",
                Map.of("id_token_hint", idToken, "post_logout_redirect_uri", SIGNED_OUT));
    assertThat(sent.header("Location"))
        .isEqualTo(
            "logout?id_token_hint=%s&post_logout_redirect_uri=%s"
                .formatted(idToken, "https%3A%2F%2Fpanel.example.com%2Fsigned-out"));
    Response left = browser.get("/oauth/" + sent.header("Location"));
    assertThat(left.header("Location")).isEqualTo(SIGNED_OUT);
    assertThat(browser.cookie(BrowserCookies.SESSION)).isNull();
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
  }

  /** Sessions outlive keys. Anyone can write such a token, so that it ends no session by itself. */
  @Test
  void aHintWhoseKeyIsGoneLeadsToTheQuestion() {
    person("Kay Gone");
    String gone = ofAKeyThatIsGone(redeem(code("Kay Gone")).path("id_token"));
    String path =
        "/oauth/logout?id_token_hint=%s&state=bye&post_logout_redirect_uri=%s"
            .formatted(gone, SIGNED_OUT);
    assertThat(new Browser().get(path).header("Location")).isEqualTo(SIGNED_OUT + "?state=bye");
    Response asked = browser.get(path);
    isPage(asked, 200);
    assertThat(asked.asString()).contains("Do you want to sign out?");
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
    Response left = browser.post("/oauth/logout", Browser.form(asked.asString(), "Sign out"));
    assertThat(left.header("Location")).isEqualTo(SIGNED_OUT + "?state=bye");
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    isPage(browser.get(path.replace("signed-out", "elsewhere")), 400);
  }

  private static void isValid(String idToken) throws Exception {
    JWKSet keys = JWKSet.parse(given().get("/.well-known/jwks.json").asString());
    new IDTokenValidator(new Issuer(ISSUER), new ClientID("panel"), JWSAlgorithm.ES256, keys)
        .validate(SignedJWT.parse(idToken), new Nonce("n-1"));
  }

  @Test
  void aSecondApplicationWindowNeedsNoPage() {
    person("Sue Second");
    signIn(request(), "Sue Second");
    Map<String, String> again = returned(authorize(request("prompt", "none")));
    String access = redeem(again.get("code")).path("access_token");
    assertThat(inbox(access)).isEqualTo(200);
  }

  /** No consent is asked for, since the client is the installation's own. */
  @ParameterizedTest
  @ValueSource(strings = {"consent", " consent "})
  void aClientMayAskForConsentOfWhichNoneIsNeeded(String prompt) {
    person("Con Consent");
    Map<String, String> asked = request("prompt", prompt);
    asked.put("scope", "openid offline_access");
    assertThat(page(asked)).contains("Con Consent");
    signIn(request(), "Con Consent");
    assertThat(returned(authorize(asked))).containsKey("code");
  }

  @ParameterizedTest
  @ValueSource(strings = {"select_account", "login consent", "consent  login"})
  void aClientMayAskForThePageAndConsent(String prompt) {
    person("Paz Page");
    signIn(request(), "Paz Page");
    assertThat(page(request("prompt", prompt))).contains("Paz Page");
  }

  @Test
  void aClientMayAskForAFreshOrStrongerSignIn() throws Exception {
    String user = person("Max Fresh");
    String first = claims(redeem(code("Max Fresh")).path("id_token")).path("sid").asText();
    Rows.update(
        "UPDATE iam_sessions SET authenticated_at = authenticated_at - interval '10 minutes'"
            + " WHERE user_id = '"
            + user
            + "'");
    assertThat(returned(authorize(request("max_age", "3600")))).containsKey("code");
    assertThat(page(request("max_age", "60"))).contains("Max Fresh");
    assertThat(page(request("prompt", "login"))).contains("Max Fresh");
    Map<String, String> silent = request("max_age", "60");
    silent.put("prompt", "none");
    assertThat(returned(authorize(silent))).containsEntry("error", "login_required");

    Map<String, String> stronger = request("acr_values", "aal2");
    String code = returned(signIn(stronger, "Max Fresh")).get("code");
    Response tokens = redeem(code);
    JsonNode id = claims(tokens.path("id_token"));
    assertThat(id.path("acr").asText()).isEqualTo("aal2");
    assertThat(claims(tokens.path("access_token")).path("acr").asText()).isEqualTo("aal2");
    assertThat(id.path("sid").asText()).as("the same session").isEqualTo(first);
    assertThat(Rows.texts("SELECT id FROM iam_sessions WHERE user_id = '" + user + "'"))
        .containsExactly(id.path("sid").asText());
    assertThat(returned(authorize(stronger))).containsKey("code");
  }

  @Test
  void withoutOpenidThereIsNoIdToken() {
    person("Nora Plain");
    String code = returned(signIn(request("scope", null), "Nora Plain")).get("code");
    Response tokens = redeem(code);
    assertThat(tokens.<String>path("id_token")).isNull();
    assertThat(tokens.<String>path("scope")).isNull();
    assertThat(claims(tokens.path("access_token")).has("scope")).isFalse();
  }

  @Test
  void thePageIsStrictAndPlain() {
    Response page = browser.get("/sign-in?" + query(request()));
    assertThat(page.header("Content-Security-Policy"))
        .startsWith("default-src 'none'; style-src 'sha256-")
        .contains("form-action 'self' https://panel.example.com;")
        .contains("script-src 'self';", "frame-ancestors 'none'");
    assertThat(page.header("Cache-Control")).isEqualTo("no-store");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.asString())
        .containsOnlyOnce("<script")
        .contains("<script src=\"sign-in/passkeys.js\" defer>", "<html lang=\"en\">");
    assertThat(page.headers().getValues("Set-Cookie"))
        .singleElement()
        .asString()
        .matches("__Host-iam-form=[\\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Lax");
    assertThat(signIn(request(), "Ada Lund").headers().getValues("Set-Cookie"))
        .singleElement()
        .asString()
        .matches("__Host-iam-session=[\\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Lax");
  }

  @Test
  void namesAreTextOnThePage() {
    person("<b>&\"Bobby\"</b>");
    assertThat(page(request())).contains("&lt;b&gt;&amp;&quot;Bobby&quot;&lt;/b&gt;");
  }

  @Test
  void aPersonOfTheDemoTenantAdministersIt() {
    String access = redeem(code("Ada Lund")).path("access_token");
    await()
        .untilAsserted(
            () -> assertThat(platform.as(access).get(API + "users").statusCode()).isEqualTo(200));
  }

  @Test
  void noSecretIsWrittenDown() throws Exception {
    person("Sara Secret");
    StringBuilder seen = new StringBuilder();
    List<String> log =
        LogCapture.during(() -> {
          String code = code("Sara Secret");
          Response tokens = redeem(code);
          redeem(code);
          seen.append(String.join("\n", code, browser.cookie(BrowserCookies.SESSION)));
          seen.append('\n').append(tokens.<String>path("access_token"));
          seen.append('\n').append(tokens.<String>path("id_token"));
        });
    List<String> secrets = seen.toString().lines().toList();
    assertThat(secrets).hasSize(4);
    assertThat(Rows.tablesWith(secrets)).isEmpty();
    assertThat(log).noneMatch(line -> secrets.stream().anyMatch(line::contains));
  }
}
