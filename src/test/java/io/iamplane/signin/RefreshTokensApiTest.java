package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.UuidV7;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refresh token is good for one use, and a second one ends its family. */
@QuarkusTest
class RefreshTokensApiTest extends SignInApiFixture {

  static final Map<String, String> ASKED = request("scope", "openid offline_access");

  @Inject DemoSignals signals;

  private Response tokens(String name) {
    return redeem(returned(signIn(ASKED, name)).get("code"));
  }

  private static Map<String, String> refreshing(String token) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "refresh_token");
    form.put("client_id", "panel");
    form.put("refresh_token", token);
    return form;
  }

  static Response refresh(String token) {
    return redeem(refreshing(token));
  }

  static void isRefused(Response answer) {
    answer.then().statusCode(400);
    assertThat(answer.<String>path("error")).isEqualTo("invalid_grant");
    assertThat(answer.asString()).doesNotContain("token\":");
  }

  static int families(String user) throws SQLException {
    return Rows.texts("SELECT id FROM iam_refresh_families WHERE user_id = '" + user + "'").size();
  }

  // --- Abuse ---

  /** Moves the last use of the families of a person back. */
  static void later(String user, String interval) throws SQLException {
    Rows.update(
        "UPDATE iam_refresh_families SET rotated_at = rotated_at - interval '%s' WHERE user_id = '%s'"
            .formatted(interval, user));
  }

  @Test
  void aSecondUseEndsTheFamilyAndThePersonsTokensAndIsReported() throws Exception {
    String user = person("Rae Reused");
    Response first = tokens("Rae Reused");
    String stolen = first.path("refresh_token");
    Response second = refresh(stolen);
    second.then().statusCode(200);
    later(user, "11 seconds");
    isRefused(refresh(stolen));
    isRefused(refresh(second.path("refresh_token")));
    isRefusedSoon(first.path("access_token"));
    isRefusedSoon(second.path("access_token"));
    assertThat(families(user)).isZero();
    isRefused(refresh(stolen));
    assertThat(events("iam.refresh_token.reused"))
        .filteredOn(event -> event.toString().contains(user))
        .singleElement()
        .asString()
        .doesNotContain(stolen);
    // The session is the person's own, and goes on.
    assertThat(inbox(redeem(returned(authorize(request())).get("code")).path("access_token")))
        .isEqualTo(200);
  }

  @Test
  void theNextScanRaisesASignal() throws Exception {
    String user = person("Sig Signal");
    signals.begin();
    String stolen = tokens("Sig Signal").path("refresh_token");
    refresh(stolen).then().statusCode(200);
    later(user, "11 seconds");
    isRefused(refresh(stolen));
    signals.scan();
    List<String> subjects =
        administrator()
            .get(API + "anomalies?filter[type]=refresh_token_reused")
            .then()
            .statusCode(200)
            .extract()
            .path("data.subject");
    assertThat(subjects).contains("user:" + user);
  }

  @Test
  void anOldTokenOfALongFamilyEndsIt() {
    person("Olga Old");
    String stolen = tokens("Olga Old").path("refresh_token");
    String newest = stolen;
    for (int i = 0; i < 5; i++) {
      newest = refresh(newest).then().statusCode(200).extract().path("refresh_token");
    }
    isRefused(refresh(stolen));
    isRefused(refresh(newest));
  }

  @Test
  void aSecondUseOfTheCodeEndsTheFamilyWithAllItsTokens() throws Exception {
    String user = person("Cody Code");
    String code = returned(signIn(ASKED, "Cody Code")).get("code");
    Response first = redeem(code);
    Response second = refresh(first.path("refresh_token"));
    redeem(code).then().statusCode(400);
    isRefused(refresh(second.path("refresh_token")));
    isRefusedSoon(first.path("access_token"));
    isRefusedSoon(second.path("access_token"));
    assertThat(families(user)).isZero();
  }

  @RepeatedTest(5)
  void ofTwoAtOnceOneIsVoidAndItsUseEndsTheFamily() throws Exception {
    String user = person("Rob Race " + UuidV7.next());
    String name = administrator().get(API + "users/" + user).then().extract().path("data.name");
    String token = tokens(name).path("refresh_token");
    List<Response> answers = twiceAtOnce(() -> refresh(token));
    assertThat(answers).extracting(Response::statusCode).containsOnly(200);
    answers.forEach(each -> refresh(each.path("refresh_token")));
    assertThat(families(user)).isZero();
    answers.forEach(each -> isRefusedSoon(each.path("access_token")));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "refresh_token, -, 400, invalid_request",
        "refresh_token, x, 400, invalid_grant",
        "refresh_token, x.y, 400, invalid_grant",
        "client_id, -, 401, invalid_client",
        "client_id, other, 401, invalid_client",
        "client_secret, x, 401, invalid_client",
        "client_assertion, x, 401, invalid_client",
        "resource, https://other.example.com, 400, invalid_target",
        "scope, iam:*, 400, invalid_scope",
        "scope, ' ', 400, invalid_scope",
        "grant_type, refresh, 401, invalid_client",
      })
  void aWrongRequestLeavesTheTokenAsItIs(String name, String value, int status, String error) {
    String token = tokens("Rita Moss, reviewer").path("refresh_token");
    Map<String, String> form = refreshing(token);
    if (value == null) {
      form.remove(name);
    } else {
      form.put(name, value);
    }
    Response answer = redeem(form);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.<String>path("error")).isEqualTo(error);
    refresh(token).then().statusCode(200);
  }

  @Test
  void aTokenOfAnotherClientIsRefusedAndOneThatIsMadeUpEndsNothing() throws Exception {
    String user = person("Anna Another");
    String token = tokens("Anna Another").path("refresh_token");
    String made = token.substring(0, 43) + "." + "a".repeat(43);
    Rows.update(
        "UPDATE iam_refresh_families SET client_id = 'other' WHERE user_id = '" + user + "'");
    isRefused(refresh(token));
    isRefused(refresh(made));
    assertThat(families(user)).isOne();
    isRefused(refresh("a".repeat(43) + "." + token.substring(44)));
    assertThat(families(user)).isOne();
  }

  @Test
  void aRefreshTokenIsNoBearerTokenAndNoHint() {
    String token = tokens("Rita Moss, reviewer").path("refresh_token");
    assertThat(inbox(token)).isEqualTo(401);
    assertThat(browser.get("/oauth/logout?id_token_hint=" + token).statusCode()).isEqualTo(400);
  }

  @Test
  void withoutOfflineAccessThereIsNone() throws Exception {
    String user = person("Nora None");
    assertThat(redeem(code("Nora None")).<String>path("refresh_token")).isNull();
    assertThat(families(user)).isZero();
  }

  @Test
  void aClientHasTenFamiliesInASessionAndTheOldestEnds() throws Exception {
    String user = person("Tess Ten");
    String oldest = tokens("Tess Ten").path("refresh_token");
    String newest = null;
    for (int i = 0; i < RefreshTokens.MOST_OF_A_SESSION; i++) {
      newest = redeem(returned(authorize(ASKED)).get("code")).path("refresh_token");
    }
    assertThat(families(user)).isEqualTo(RefreshTokens.MOST_OF_A_SESSION);
    isRefused(refresh(oldest));
    refresh(newest).then().statusCode(200);
  }

  @Test
  void aCodeIsKeptNoLongerThanItsFamilyAndTheLastAccessTokenNeedIt() throws Exception {
    String user = person("Kay Kept");
    String first = tokens("Kay Kept").path("refresh_token");
    assertThat(codesOfADay(user)).hasSize(1);
    revoke(first, "panel").then().statusCode(200);
    redeem(returned(authorize(ASKED)).get("code")).then().statusCode(200);
    assertThat(codesOfADay(user)).hasSize(1);
  }

  private static List<String> codesOfADay(String user) throws SQLException {
    return Rows.texts(
        "SELECT client_id FROM iam_authorization_codes WHERE keep_until > now() + interval '2 hours'"
            + " AND user_id = '%s'".formatted(user));
  }

  // --- Ends ---

  @Test
  void signOutEndsIt() throws Exception {
    String user = person("Otto Out");
    Response first = tokens("Otto Out");
    browser.get("/oauth/logout?id_token_hint=" + first.<String>path("id_token"));
    assertThat(families(user)).isZero();
    isRefused(refresh(first.path("refresh_token")));
    isRefusedSoon(first.path("access_token"));
  }

  @Test
  void suspensionEndsItPermanently() throws Exception {
    String user = person("Sara Suspended");
    String token = tokens("Sara Suspended").path("refresh_token");
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    assertThat(families(user)).isZero();
    isRefused(refresh(token));
    administrator().post(API + "users/" + user + "/reactivate").then().statusCode(200);
    isRefused(refresh(token));
  }

  @Test
  void itEndsWithoutUseAndARefreshIsAUse() throws Exception {
    String user = person("Ilse Idle");
    String token = tokens("Ilse Idle").path("refresh_token");
    for (int i = 0; i < 3; i++) {
      SessionsApiTest.later(user, "20 minutes");
      token = refresh(token).then().statusCode(200).extract().path("refresh_token");
    }
    SessionsApiTest.later(user, "31 minutes");
    isRefused(refresh(token));
  }

  @Test
  void itEndsWithTheAbsoluteLimitOfItsSession() throws Exception {
    String user = person("Lia Limit");
    String token = tokens("Lia Limit").path("refresh_token");
    Rows.update(
        "UPDATE iam_sessions SET ends_at = now(), expires_at = now() WHERE user_id = '%s'"
            .formatted(user));
    isRefused(refresh(token));
  }

  @Test
  void itsHolderEndsItWithAllAccessTokensAtTheRevocationEndpoint() throws Exception {
    String user = person("Rex Revoked");
    Response first = tokens("Rex Revoked");
    revoke(first.path("refresh_token"), "other").then().statusCode(401);
    revoke("x.y", "panel").then().statusCode(200);
    assertThat(families(user)).isOne();
    revoke(first.path("refresh_token"), "panel").then().statusCode(200);
    isRefused(refresh(first.path("refresh_token")));
    isRefusedSoon(first.path("access_token"));
    assertThat(events("iam.token.revoked").toString()).contains(user);
  }

  /** With the newest token, so that the first holder's does not say that another used one. */
  @Test
  void aThiefWhoEndsTheFamilyKeepsNoAccessToken() {
    person("Theo Theft");
    Response stolen = refresh(tokens("Theo Theft").path("refresh_token"));
    revoke(stolen.path("refresh_token"), "panel").then().statusCode(200);
    isRefusedSoon(stolen.path("access_token"));
  }

  @Test
  void aSecondUseOfTheCodeEndsWhatAFamilyMadeThatIsGone() {
    person("Cora Code");
    String code = returned(signIn(ASKED, "Cora Code")).get("code");
    Response first = redeem(code);
    Response second = refresh(first.path("refresh_token"));
    browser.get("/oauth/logout?id_token_hint=" + first.path("id_token"));
    redeem(code).then().statusCode(400);
    isRefusedSoon(second.path("access_token"));
  }

  @Test
  void revocationsCountAgainstTheCeilingOfThePerson() {
    person("Rolf Rate");
    String access = tokens("Rolf Rate").path("access_token");
    assertThat(revoke(access, "panel").header("RateLimit")).startsWith("\"oauth\";r=");
    assertThat(revoke("x.y", "panel").header("RateLimit")).isNull();
  }

  private static Response revoke(String token, String client) {
    return given().formParam("token", token).formParam("client_id", client).post("/oauth/revoke");
  }

  // --- Use ---

  @Test
  void aRefreshedTokenIsThePersonsWithinTheFirstScope() {
    Response first = tokens("Rita Moss, reviewer");
    assertThat(first.<String>path("scope")).isEqualTo("offline_access openid");
    Map<String, String> form = refreshing(first.path("refresh_token"));
    form.put("scope", "openid");
    Response second = redeem(form);
    assertThat(second.<String>path("scope")).isEqualTo("openid");
    assertThat(second.<String>path("id_token")).isNull();
    assertThat(claims(second.path("access_token")).path("sub"))
        .isEqualTo(claims(first.path("access_token")).path("sub"));
    assertThat(inbox(second.path("access_token"))).isEqualTo(200);
    assertThat(refresh(second.path("refresh_token")).<String>path("scope"))
        .isEqualTo("offline_access openid");
  }

  @Test
  void onlyHashesAreStored() throws Exception {
    String user = person("Hal Hash");
    String token = tokens("Hal Hash").path("refresh_token");
    String row =
        Rows.texts("SELECT f::text FROM iam_refresh_families f WHERE user_id = '" + user + "'")
            .getFirst();
    assertThat(row).doesNotContain(token.split("\\.")).contains("\\x");
  }
}
