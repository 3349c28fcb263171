package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of attackers at each step, and their answers. */
@QuarkusTest
class SignInAbuseApiTest extends SignInApiFixture {

  private static final String NAME = "Vic Tim";

  @BeforeEach
  void aVictim() throws Exception {
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").isEmpty()) {
      person(NAME);
    }
  }

  // --- Shown on a page, and sent nowhere ---

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      nullValues = "-",
      value = {
        "client_id, -",
        "client_id, ''",
        "client_id, another",
        "client_id, PANEL",
        "redirect_uri, -",
        "redirect_uri, https://evil.example/callback",
        "redirect_uri, https://panel.example.com/callback/",
        "redirect_uri, https://panel.example.com/callback?x=y",
        "redirect_uri, https://panel.example.com/callback#x",
        "redirect_uri, https://panel.example.com/callback/../x",
        "redirect_uri, https://panel.example.com@evil.example/callback",
        "redirect_uri, https://panel.example.com.evil.example/callback",
        "redirect_uri, http://panel.example.com/callback",
        "redirect_uri, HTTPS://panel.example.com/callback",
        "redirect_uri, //panel.example.com/callback",
        "redirect_uri, javascript:alert(1)",
        "redirect_uri, http://127.0.0.1:70000/callback",
        "redirect_uri, http://127.0.0.1.evil.example/callback",
        "redirect_uri, http://localhost/callback",
      })
  void whatIsWrongBeforeTheAddressIsKnownIsAPage(String name, String value) {
    signIn(request(), NAME);
    for (String path : new String[] {"/oauth/authorize?", "/sign-in?"}) {
      Response answer = browser.get(path + query(request(name, value)));
      isPage(answer, 400);
    }
  }

  @ParameterizedTest
  @CsvSource({"client_id", "redirect_uri", "state", "code_challenge", "scope", "nonce"})
  void aParameterTwiceIsAPage(String name) {
    signIn(request(), NAME);
    isPage(authorizeRaw("&" + name + "=" + request().get(name).replace(" ", "%20")), 400);
  }

  /** RFC 8707, section 2.1: each of them must be one that the token may be for. */
  @Test
  void aResourceMayStandTwiceIfEachIsOurs() {
    signIn(request(), NAME);
    String own = "&resource=iam-admin&resource=iam-admin";
    String code = returned(authorizeRaw(own)).get("code");
    Map<String, String> form = redemption(code);
    form.put("resource", "iam-admin");
    assertThat(claims(redeem(form).path("access_token")).path("aud").asText())
        .isEqualTo("iam-admin");
    assertThat(returned(authorizeRaw("&resource=iam-admin&resource=https://other.example.com")))
        .containsEntry("error", "invalid_target");
  }

  @Test
  void whatCannotBeReadIsAPage() {
    isPage(authorizeRaw("&x=" + "a".repeat(3_000)), 400);
    isPage(browser.get("/oauth/authorize?" + query(request("state", "ü"))), 400);
    isPage(browser.get("/oauth/authorize?" + query(request("state", "s".repeat(2_049)))), 400);
    isPage(browser.get("/oauth/authorize"), 400);
    isPage(browser.get("/sign-in"), 400);
  }

  private Response authorizeRaw(String more) {
    return browser.get("/oauth/authorize?" + query(request()) + more);
  }

  protected static void isPage(Response answer, int status) {
    SignInApiFixture.isPage(answer, status);
    assertThat(answer.asString()).doesNotContain("evil");
  }

  // --- Sent to the client ---

  @ParameterizedTest(name = "{0}: {1} is {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "response_type, -, invalid_request",
        "response_type, token, unsupported_response_type",
        "response_type, code token, unsupported_response_type",
        "response_type, id_token, unsupported_response_type",
        "response_mode, fragment, invalid_request",
        "response_mode, form_post, invalid_request",
        "code_challenge, -, invalid_request",
        "code_challenge, '', invalid_request",
        "code_challenge, short, invalid_request",
        "code_challenge, E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=, invalid_request",
        "code_challenge_method, -, invalid_request",
        "code_challenge_method, plain, invalid_request",
        "code_challenge_method, s256, invalid_request",
        "scope, openid admin, invalid_scope",
        "scope, iam:users.read, invalid_scope",
        "prompt, create, invalid_request",
        "prompt, consent create, invalid_request",
        "prompt, none consent, invalid_request",
        "prompt, none login, invalid_request",
        "max_age, -1, invalid_request",
        "max_age, 1e3, invalid_request",
        "max_age, 99999999999, invalid_request",
        "nonce, ü, invalid_request",
        "acr_values, aal3, unmet_authentication_requirements",
        "acr_values, gold, unmet_authentication_requirements",
        "request, eyJhbGciOiJub25lIn0.e30., request_not_supported",
        "request_uri, https://evil.example/r, request_uri_not_supported",
        "registration, {}, registration_not_supported",
        "resource, https://other.example.com, invalid_target",
        "resource, iam-admin/, invalid_target",
      })
  void whatIsWrongLaterTheClientHears(String name, String value, String error) {
    signIn(request(), NAME);
    for (String path : new String[] {"/oauth/authorize?", "/sign-in?"}) {
      Map<String, String> answer = returned(browser.get(path + query(request(name, value))));
      assertThat(answer)
          .containsOnlyKeys("error", "error_description", "state", "iss")
          .containsEntry("error", error)
          .containsEntry("state", "s 1")
          .containsEntry("iss", ISSUER);
    }
  }

  // --- Redeeming ---

  private static Arguments wrong(String what, String name, String value, int status, String error) {
    UnaryOperator<Map<String, String>> change =
        form -> {
          if (value == null) {
            form.remove(name);
          } else {
            form.put(name, value);
          }
          return form;
        };
    return Arguments.of(what, change, status, error);
  }

  static Stream<Arguments> redemptions() {
    String other = "a".repeat(43);
    return Stream.of(
        wrong("no code", "code", null, 400, "invalid_request"),
        wrong("made-up code", "code", other, 400, "invalid_grant"),
        wrong("long code", "code", "c".repeat(600), 400, "invalid_request"),
        wrong("no verifier", "code_verifier", null, 400, "invalid_request"),
        wrong("empty verifier", "code_verifier", "", 400, "invalid_request"),
        wrong("another verifier", "code_verifier", other, 400, "invalid_grant"),
        wrong("the challenge as plain", "code_verifier", CHALLENGE, 400, "invalid_grant"),
        wrong("no redirect URI", "redirect_uri", null, 400, "invalid_request"),
        wrong(
            "another redirect URI",
            "redirect_uri",
            "http://127.0.0.1/callback",
            400,
            "invalid_grant"),
        wrong("another resource", "resource", "https://other.example.com", 400, "invalid_target"),
        wrong("no client", "client_id", null, 401, "invalid_client"),
        wrong("another client", "client_id", "client_x", 401, "invalid_client"),
        wrong("a secret", "client_secret", "x", 401, "invalid_client"),
        wrong("an assertion", "client_assertion", "x", 401, "invalid_client"),
        wrong("implicit", "grant_type", "implicit", 401, "invalid_client"),
        wrong("a password", "grant_type", "password", 401, "invalid_client"),
        wrong("no secret", "grant_type", "client_credentials", 401, "invalid_client"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("redemptions")
  void aCodeIsRedeemedByWhomItWasMadeForAlone(
      String what, UnaryOperator<Map<String, String>> change, int status, String error) {
    String code = code(NAME);
    Response answer = redeem(change.apply(redemption(code)));
    assertThat(answer.statusCode()).as(what + answer).isEqualTo(status);
    assertThat(answer.<String>path("error")).isEqualTo(error);
    // Whoever presents a code uses it up: a thief does not try again.
    int after = redeem(code).statusCode();
    boolean presented = error.equals("invalid_grant") && !what.equals("made-up code");
    assertThat(after).as("the owner afterwards").isEqualTo(presented ? 400 : 200);
  }

  @Test
  void aWrongVerifierIsRecordedOnce() {
    String code = code(NAME);
    int before = events("iam.sign_in.refused").size();
    Map<String, String> form = redemption(code);
    form.put("code_verifier", "a".repeat(43));
    for (int i = 0; i < 5; i++) {
      redeem(form).then().statusCode(400);
    }
    // One for the verifier, one for the second use.
    assertThat(events("iam.sign_in.refused")).hasSize(before + 2);
  }

  @Test
  void aCodeAfterItsMinuteIsRefused() throws Exception {
    String code = code(NAME);
    Rows.update("UPDATE iam_authorization_codes SET expires_at = now() WHERE used_at IS NULL");
    redeem(code).then().statusCode(400);
  }

  @Test
  void aCodeInTheUrlOrAHeaderOfASecretIsRefused() {
    String code = code(NAME);
    Map<String, String> form = redemption(code);
    form.remove("code");
    given()
        .queryParam("code", code)
        .queryParam("grant_type", "authorization_code")
        .post("/oauth/token")
        .then()
        .statusCode(400);
    given()
        .auth()
        .preemptive()
        .basic("panel", "x")
        .formParam("grant_type", "authorization_code")
        .formParam("code", code)
        .post("/oauth/token")
        .then()
        .statusCode(401);
    redeem(form).then().statusCode(400);
  }

  // --- Forms and cookies ---

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"form, -", "form, x", "user, x", "request, ''"})
  void aFormThatWasChangedSignsNoOneIn(String field, String value) {
    Map<String, String> form = Browser.form(page(request()), NAME);
    if (value == null) {
      form.remove(field);
    } else {
      form.put(field, value);
    }
    Response answer = browser.post("/sign-in/development", form);
    isPage(answer, field.equals("form") ? 403 : 400);
    assertThat(browser.cookie(BrowserCookies.SESSION)).isNull();
  }

  @Test
  void aFormOfAnotherBrowserOrSiteSignsNoOneIn() {
    Map<String, String> form = Browser.form(page(request()), NAME);
    Browser other = new Browser();
    isPage(other.post("/sign-in/development", form), 403);
    other.get("/sign-in?" + query(request()));
    isPage(other.post("/sign-in/development", form), 403);
    var forged =
        given()
            .header("Sec-Fetch-Site", "cross-site")
            .header("Cookie", "__Host-iam-form=" + browser.cookie(BrowserCookies.FORM));
    form.forEach(forged::formParam);
    isPage(forged.post("/sign-in/development"), 403);
  }

  @Test
  void aSessionThatSomeoneElsePlantedIsNotTheOneThatBegins() {
    String planted = "p".repeat(43);
    browser.plant(BrowserCookies.SESSION, planted);
    signIn(request(), NAME);
    String own = browser.cookie(BrowserCookies.SESSION);
    assertThat(own).isNotEqualTo(planted);
    // An attacker's own session, planted before the victim signs in, ends.
    Browser attacker = browser;
    Browser victim = new Browser();
    victim.plant(BrowserCookies.SESSION, attacker.cookie(BrowserCookies.SESSION));
    String html = victim.get("/sign-in?" + query(request())).asString();
    victim.post("/sign-in/development", Browser.form(html, "Rita Moss"));
    assertThat(victim.cookie(BrowserCookies.SESSION)).isNotEqualTo(own);
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
  }

  @Test
  void twoCookiesOfTheNameAreNone() {
    signIn(request(), NAME);
    String own = browser.cookie(BrowserCookies.SESSION);
    Response answer =
        given()
            .urlEncodingEnabled(false)
            .header(
                "Cookie", "__Host-iam-session=" + own + "; __Host-iam-session=" + "x".repeat(43))
            .get("/oauth/authorize?" + query(request("prompt", "none")));
    assertThat(returned(answer)).containsEntry("error", "login_required");
  }

  @Test
  void aTokenInTheQueryOrCookieCountsForNothing() {
    String access = redeem(code(NAME)).path("access_token");
    given().queryParam("access_token", access).get("/oauth/userinfo").then().statusCode(401);
    given()
        .cookie("__Host-iam-session", browser.cookie(BrowserCookies.SESSION))
        .get(API + "access-reviews/inbox")
        .then()
        .statusCode(401);
  }

  // --- Signing out ---

  @Test
  void anotherSiteCannotSignSomeoneOut() {
    signIn(request(), NAME);
    Response asked = browser.get("/oauth/logout");
    assertThat(asked.statusCode()).isEqualTo(200);
    assertThat(asked.asString()).contains("Do you want to sign out?");
    isPage(browser.post("/oauth/logout", Map.of("form", "x")), 403);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");

    browser.post("/oauth/logout", Browser.form(asked.asString(), "Sign out"));
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
  }

  /** Lax cookies come with no form of another site, but with the page that it leads to. */
  @Test
  void aFormOfAnotherSiteLeadsToTheQuestion() {
    signIn(request(), NAME);
    Map<String, String> form =
        Map.of("client_id", "panel", "state", "a &b", "form", "", "ui_locales", "de");
    Response sent = new Browser().post("/oauth/logout", form);
    assertThat(sent.statusCode()).isEqualTo(303);
    assertThat(sent.header("Location")).isEqualTo("logout?client_id=panel&state=a+%26b");
    assertThat(sent.headers().hasHeaderWithName("Set-Cookie")).isFalse();
    Response asked = browser.get("/oauth/" + sent.header("Location"));
    assertThat(asked.asString()).contains("Do you want to sign out?");
    Response alone = new Browser().get("/oauth/" + sent.header("Location"));
    assertThat(alone.asString()).contains("You are not signed in.");
    assertThat(alone.headers().hasHeaderWithName("Set-Cookie")).isFalse();
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }

  @ParameterizedTest
  @CsvSource({
    "post_logout_redirect_uri=https://evil.example/&client_id=panel",
    "post_logout_redirect_uri=https://panel.example.com/signed-out",
    "post_logout_redirect_uri=https://panel.example.com/callback&client_id=panel",
    "post_logout_redirect_uri=https://panel.example.com/signed-out&client_id=other",
    "id_token_hint=x",
    "id_token_hint=eyJhbGciOiJub25lIn0.e30.",
    "state=a&state=b",
  })
  void aSignOutThatIsWrongEndsNothing(String query) {
    signIn(request(), NAME);
    isPage(browser.get("/oauth/logout?" + query), 400);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }

  @Test
  void anAccessTokenIsNoHintAndAHintIsOneOfItsOwnSession() {
    Response mine = redeem(code(NAME));
    isPage(browser.get("/oauth/logout?id_token_hint=" + mine.<String>path("access_token")), 400);
    Browser another = new Browser();
    String html = another.get("/sign-in?" + query(request())).asString();
    another.post("/sign-in/development", Browser.form(html, "Rita Moss"));
    Response asked = another.get("/oauth/logout?id_token_hint=" + mine.<String>path("id_token"));
    assertThat(asked.asString()).contains("Do you want to sign out?");
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }
}
