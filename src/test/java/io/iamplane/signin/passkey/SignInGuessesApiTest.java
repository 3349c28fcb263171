package io.iamplane.signin.passkey;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.http.limit.Limits;
import io.iamplane.http.limit.RateLimits;
import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * An address that failed too often, such as a company's gateway: guesses are rationed there, and
 * the secrets of people who share it count as before.
 */
@QuarkusTest
class SignInGuessesApiTest extends PasskeyFixture {

  private static final int FAILURES = 3;
  private static final int GUESSES = RateLimits.UNPROVEN_LIMIT;

  /** A little less than the shortest pause before a refusal, in nanoseconds. */
  private static final long PAUSE = 240_000_000;

  private static final String GUESS = "A".repeat(43);

  private void limits() {
    Limits.installStill(Map.of("authentication.failure_limit", Integer.toString(FAILURES)));
  }

  private static Response tried(String secret) {
    return new Browser().get("/sign-in/enrol?invitation=" + secret);
  }

  /** Uses up the failures and the share of the address. */
  private void guess() {
    limits();
    for (int i = 0; i < FAILURES + GUESSES; i++) {
      assertThat(tried(GUESS).statusCode()).as("guess %d", i).isEqualTo(404);
    }
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      assertThat(tried(GUESS).statusCode()).isEqualTo(429);
      assertThat(System.nanoTime() - before).as("refused later").isGreaterThan(PAUSE);
    }
  }

  @Test
  void aLinkStillWorksWhereOthersGuess() {
    String link = link(person("Greta Guess"));
    guess();
    String page = shown(link);
    Device device = new Device();
    isPage(enrol(form(page, MAKE, device.create(options(page), ISSUER))), 200);
    String used = link.substring(link.indexOf('=') + 1);
    assertThat(tried(used).statusCode()).isEqualTo(404);
    assertThat(tried(used).statusCode()).as("known to have ended").isEqualTo(429);
  }

  @Test
  void aSessionACodeAndARefreshTokenStillCountWhereOthersGuess() {
    Map<String, String> lasting = request("scope", "openid offline_access");
    Browser own = browser;
    assertThat(returned(signIn(lasting, "Rita Moss, reviewer"))).containsKey("code");
    guess();
    String code = returned(own.get("/oauth/authorize?" + query(lasting))).get("code");
    assertThat(redeemed(GUESS).statusCode()).isEqualTo(429);
    Response tokens = redeemed(code);
    assertThat(tokens.statusCode()).as(tokens.asString()).isEqualTo(200);
    assertThat(refreshed(GUESS + "." + GUESS).statusCode()).isEqualTo(429);
    Response more = refreshed(tokens.path("refresh_token"));
    assertThat(more.statusCode()).as(more.asString()).isEqualTo(200);
    assertThat(revoked(GUESS + "." + GUESS).statusCode()).isEqualTo(429);
    assertThat(revoked(more.path("refresh_token")).statusCode()).isEqualTo(200);
  }

  /** A thief who holds a refresh token shows its first part as a session. */
  @Test
  void aRefreshTokenThatIsShownAsASessionIsStillFoundReused() {
    Map<String, String> lasting = request("scope", "openid offline_access");
    Response tokens = redeemed(returned(signIn(lasting, "Rita Moss, reviewer")).get("code"));
    String stolen = tokens.path("refresh_token");
    String next = refreshed(stolen).path("refresh_token");
    assertThat(refreshed(next).statusCode()).isEqualTo(200);
    int before = events("iam.refresh_token.reused").size();
    Browser thief = new Browser();
    thief.plant("__Host-iam-session", stolen.substring(0, stolen.indexOf('.')));
    assertThat(thief.get("/oauth/authorize?" + query(request())).statusCode()).isEqualTo(303);
    assertThat(refreshed(stolen).statusCode()).isEqualTo(400);
    assertThat(events("iam.refresh_token.reused")).hasSize(before + 1);
  }

  @Test
  void signOutCountsGuesses() {
    limits();
    for (int i = 0; i < FAILURES + GUESSES; i++) {
      assertThat(signedOut().statusCode()).isEqualTo(200);
    }
    assertThat(signedOut().statusCode()).isEqualTo(429);
  }

  /** Many browsers of one company have such cookies in the morning. */
  @Test
  void theCookieOfASessionThatHasEndedIsNoGuess() {
    signIn(request(), "Rita Moss, reviewer");
    Browser stale = new Browser();
    stale.plant("__Host-iam-session", browser.cookie("__Host-iam-session"));
    String question = browser.get("/oauth/logout").asString();
    browser.post("/oauth/logout", Browser.form(question, "Sign out"));
    limits();
    for (int i = 0; i < FAILURES + GUESSES + 2; i++) {
      assertThat(stale.get("/oauth/authorize?" + query(request())).statusCode()).isEqualTo(303);
    }
    assertThat(tried(GUESS).statusCode()).as("the address is no suspect").isEqualTo(404);
  }

  @Test
  void aHintStillNamesTheReturnAddressWhereOthersGuess() {
    Response tokens = redeemed(returned(signIn(request(), "Rita Moss, reviewer")).get("code"));
    limits();
    for (int i = 0; i < FAILURES; i++) {
      tried(GUESS);
    }
    String back = "https://panel.example.com/signed-out";
    Response asked =
        browser.get(
            "/oauth/logout?post_logout_redirect_uri=%s&id_token_hint=%s"
                .formatted(back, tokens.<String>path("id_token")));
    isPage(asked, 200);
    assertThat(asked.asString()).contains("Do you want to sign out?");
    Response left = browser.post("/oauth/logout", Browser.form(asked.asString(), "Sign out"));
    assertThat(left.header("Location")).isEqualTo(back);
  }

  @Test
  void aHintWhoseKeyIsGoneIsNoGuess() {
    Response tokens = redeemed(returned(signIn(request(), "Rita Moss, reviewer")).get("code"));
    String hint = tokens.path("id_token");
    limits();
    for (int i = 0; i <= FAILURES; i++) {
      Response asked = browser.get("/oauth/logout?id_token_hint=" + ofAKeyThatIsGone(hint));
      assertThat(asked.asString()).contains("Do you want to sign out?");
    }
    assertThat(browser.get("/oauth/logout?id_token_hint=" + hint).asString())
        .as("the address is no suspect")
        .contains("You have signed out.");
  }

  private static Response signedOut() {
    Browser guessing = new Browser();
    guessing.plant("__Host-iam-session", GUESS);
    return guessing.get("/oauth/logout");
  }

  /** Also within the minute in which an ended link is remembered. */
  @Test
  void aLinkOpensOnceItsOrganizationIsActiveAgain() throws Exception {
    String link = link(person("Susan Suspended"));
    String status = "UPDATE iam_organizations SET status = '%s' WHERE key = '%s'";
    Rows.update(status.formatted("suspended", DemoTenant.KEY));
    try {
      assertThat(browser.get(link).statusCode()).isEqualTo(404);
    } finally {
      Rows.update(status.formatted("active", DemoTenant.KEY));
    }
    shown(link);
  }

  private static Response redeemed(String code) {
    return given()
        .formParam("grant_type", "authorization_code")
        .formParam("client_id", "panel")
        .formParam("redirect_uri", CALLBACK)
        .formParam("code_verifier", VERIFIER)
        .formParam("code", code)
        .post("/oauth/token");
  }

  private static Response refreshed(String token) {
    return given()
        .formParam("grant_type", "refresh_token")
        .formParam("client_id", "panel")
        .formParam("refresh_token", token)
        .post("/oauth/token");
  }

  private static Response revoked(String token) {
    return given().formParam("client_id", "panel").formParam("token", token).post("/oauth/revoke");
  }
}
