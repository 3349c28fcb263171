package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People sign in at their company's provider, and the rules make them people here. */
@QuarkusTest
class FederationApiTest extends FederationFixture {

  @Test
  void aPersonIsMadeAtTheFirstSignInAndFoundAtTheNext() throws Exception {
    name(body());
    Map<String, String> sent = leave(request());
    assertThat(sent)
        .containsEntry("client_id", "iam")
        .containsEntry("response_type", "code")
        .containsEntry("scope", "openid profile")
        .containsEntry("code_challenge_method", "S256")
        .doesNotContainKeys("max_age", "acr_values");
    provider.person("ada", sent.get("nonce"));
    provider.claims.put("name", "Ada\nLovelace");
    provider.claims.put("at_hash", hash(ForeignProvider.ACCESS_TOKEN));
    Response back = comeBack(sent, "&iss=" + provider.issuer());
    Response redeemed = redeem(returned(back).get("code"));
    String id = claims(redeemed.path("access_token")).path("sub").asText();
    assertThat(provider.lastRequest)
        .contains("grant_type=authorization_code", "code=upstream-code", "code_verifier=");
    assertThat(provider.lastAuthorization).startsWith("Basic ");
    assertThat(claims(redeemed.path("id_token")).path("amr").toString()).isEqualTo("[\"fed\"]");
    assertThat(claims(redeemed.path("id_token")).path("acr").asText()).isEqualTo("aal1");
    Map<String, Object> user = user(id.substring("user:".length()));
    assertThat(user).containsEntry("name", "Ada Lovelace").containsEntry("email", null);
    browser.get("/oauth/logout?id_token_hint=" + redeemed.path("id_token"));
    assertThat("user:" + person("ada", Map.of())).isEqualTo(id);
    assertThat(events("iam.identity.bound").toString())
        .contains(id.substring("user:".length()))
        .doesNotContain("\"ada\"");
    assertThat(Rows.tablesWith(sent.get("nonce"), "upstream-code", ForeignProvider.ACCESS_TOKEN))
        .isEmpty();
  }

  /** The rules for names here know more control characters than ASCII has. */
  @Test
  void aNameIsMadeFitAndKeepsNoOneOut() {
    name(body());
    assertThat(user(person("c1", Map.of("name", "Ada\u0085Lovelace"))))
        .containsEntry("name", "Ada Lovelace");
    String cut = "a".repeat(199);
    assertThat(user(person("long", Map.of("name", cut + "\uD83D\uDE00"))))
        .containsEntry("name", cut);
    assertThat(user(person("none", Map.of("name", "\u0085")))).containsEntry("name", "?");
  }

  @Test
  void anExternalIdThatIsNoneIsRefusedOnRecord() {
    name(linking());
    List<Map<String, Object>> before = events("iam.sign_in.refused");
    for (String id : List.of("e-9 ", "e\u200b9", "e\u00009", "*")) {
      isPage(signIn("zoe", Map.of("employee", id, "employee_verified", true)), 403);
    }
    assertThat(events("iam.sign_in.refused").subList(0, 4)).doesNotContainAnyElementsOf(before);
  }

  @Test
  void aRequiredClaimKeepsOthersOut() {
    Map<String, Object> body = body();
    body.put(
        "required_claims",
        Map.of("hd", List.of("acme.example"), "email_verified", List.of("true")));
    name(body);
    isPage(signIn("bea", Map.of("hd", "acme.example")), 403);
    isPage(signIn("bea", Map.of("hd", "evil.example", "email_verified", true)), 403);
    isPage(signIn("bea", Map.of("hd", "acme.example", "email_verified", false)), 403);
    person("bea", Map.of("hd", List.of("x", "acme.example"), "email_verified", true));
    assertThat(events("iam.sign_in.refused").toString()).contains("claims_refused");
  }

  @Test
  void withoutTheRuleNoOneIsMade() {
    Map<String, Object> body = body();
    body.put("create_users", false);
    name(body);
    isPage(signIn("cid", Map.of()), 403);
  }

  // --- Take-over ---

  @Test
  void aVerifiedClaimFindsAPersonAndAnAddressOrAnUnverifiedOneDoesNot() {
    String id = known("e-1");
    name(linking());
    assertThat(person("mallory-1", Map.of("email", "e-1@acme.example", "email_verified", true)))
        .isNotEqualTo(id);
    assertThat(person("mallory-2", Map.of("employee", "e-1"))).isNotEqualTo(id);
    assertThat(person("mallory-3", Map.of("employee", "e-1", "employee_verified", false)))
        .isNotEqualTo(id);
    assertThat(person("mallory-4", Map.of("employee", "e-1", "employee_verified", "true")))
        .isNotEqualTo(id);
    assertThat(person("dora", Map.of("employee", "e-1", "employee_verified", true))).isEqualTo(id);
    // One identity for a person, whoever else has the claim.
    isPage(signIn("mallory-5", Map.of("employee", "e-1", "employee_verified", true)), 403);
    assertThat(person("dora", Map.of())).isEqualTo(id);
  }

  @Test
  void noRuleOpensAPersonWithPrivilegedRights() {
    String before = known("e-2");
    String later = known("e-3");
    name(linking());
    grant("user:" + before);
    isPage(signIn("eve", Map.of("employee", "e-2", "employee_verified", true)), 403);
    assertThat(person("finn", Map.of("employee", "e-3", "employee_verified", true)))
        .isEqualTo(later);
    grant("user:" + later);
    isPage(signIn("finn", Map.of("employee", "e-3", "employee_verified", true)), 403);
    assertThat(events("iam.sign_in.refused").toString()).contains("privileged_person");
  }

  @Test
  void anotherIssuerKnowsNoOneOfTheFirst() {
    name(body());
    String id = person("gus", Map.of());
    try (ForeignProvider other = new ForeignProvider()) {
      Map<String, Object> body = body();
      body.put("issuer", other.issuer());
      name(body);
    }
    name(body());
    assertThat(person("gus", Map.of())).isNotEqualTo(id);
  }

  @Test
  void aSuspendedPersonStaysOutAndAnErasedOneIsForgotten() throws Exception {
    name(body());
    String id = person("hal", Map.of());
    administrator().post(API + "users/" + id + "/suspend").then().statusCode(200);
    isPage(signIn("hal", Map.of()), 403);
    administrator()
        .contentType("application/json")
        .body(Map.of("subject", "user:" + id))
        .post(API + "audit/erase-subject")
        .then()
        .statusCode(200);
    assertThat(Rows.tablesWith("hal")).doesNotContain("iam_federated_identities");
    assertThat(person("hal", Map.of())).isNotEqualTo(id);
  }

  // --- Assurance ---

  @Test
  void theProvidersMethodsGiveTheLevelThatTheRulesSay() {
    Map<String, Object> body = body();
    body.put("aal2_acr", List.of("urn:strong"));
    body.put("aal2_amr", List.of("mfa"));
    name(body);
    Map<String, String> strong = request("acr_values", "aal2");
    long now = Instant.now().getEpochSecond();
    Response weak = signIn("lea", Map.of("amr", List.of("pwd"), "auth_time", now), strong);
    assertThat(returned(weak)).containsEntry("error", "unmet_authentication_requirements");
    assertThat(leave(strong))
        .containsEntry("acr_values", "urn:strong")
        .containsEntry("max_age", "43200")
        .containsEntry("claims", "{\"id_token\":{\"auth_time\":{\"essential\":true}}}");
    for (Map<String, Object> claims :
        List.of(
            Map.<String, Object>of("amr", List.of("pwd", "mfa"), "auth_time", now),
            Map.<String, Object>of("acr", "urn:strong", "auth_time", now - 3_600))) {
      Response redeemed = redeem(returned(signIn("lea", claims, strong)).get("code"));
      assertThat(claims(redeemed.path("access_token")).path("acr").asText()).isEqualTo("aal2");
      browser.get("/oauth/logout?id_token_hint=" + redeemed.path("id_token"));
    }
  }

  /** Methods say nothing of the person who is there now, when their time is unknown or long ago. */
  @Test
  void aSecondFactorOfAnUnknownOrOldTimeIsNone() {
    Map<String, Object> body = body();
    body.put("aal2_amr", List.of("mfa"));
    name(body);
    long before = Instant.now().getEpochSecond() - 13 * 3_600;
    for (Map<String, Object> claims :
        List.of(
            Map.<String, Object>of("amr", List.of("mfa")),
            Map.<String, Object>of("amr", List.of("mfa"), "auth_time", before))) {
      Response refused = signIn("lou", claims, request("acr_values", "aal2"));
      assertThat(returned(refused)).containsEntry("error", "unmet_authentication_requirements");
      Response redeemed = redeem(returned(signIn("lou", claims)).get("code"));
      assertThat(claims(redeemed.path("access_token")).path("acr").asText()).isEqualTo("aal1");
      assertThat(authorize(request("acr_values", "aal2")).header("Location"))
          .startsWith("../sign-in?");
      browser.get("/oauth/logout?id_token_hint=" + redeemed.path("id_token"));
    }
  }

  @Test
  void emptyMethodsAreNone() {
    name(body());
    for (Map<String, Object> claims :
        List.of(
            Map.<String, Object>of("acr", ""),
            Map.<String, Object>of("amr", List.of("")),
            Map.<String, Object>of("acr", 2, "amr", "mfa"))) {
      String token = token("liv", claims);
      assertThat(claims(token).path("acr").asText()).as("%s", claims).isEqualTo("aal1");
    }
  }

  @Test
  void aSecondFactorOfAnImpossibleTimeIsNone() {
    Map<String, Object> body = body();
    body.put("aal2_amr", List.of("mfa"));
    name(body);
    long later = Instant.now().getEpochSecond() + 3_600;
    for (long time : new long[] {later, 99_999_999_999_999L, -1}) {
      Map<String, Object> claims = Map.of("amr", List.of("mfa"), "auth_time", time);
      assertThat(returned(signIn("lis", claims, request("acr_values", "aal2"))))
          .as("%s", time)
          .containsEntry("error", "unmet_authentication_requirements");
      isPage(signIn("lis", claims, request("max_age", "999999999")), 502);
      assertThat(claims(token("lis", claims)).path("acr").asText()).isEqualTo("aal1");
    }
  }

  @Test
  void aNewSignInIsDemandedOfTheProviderToo() {
    name(body());
    Map<String, String> again = request("prompt", "login");
    assertThat(leave(again)).containsEntry("max_age", "0");
    isPage(signIn("mia", Map.of(), again), 502);
    long now = Instant.now().getEpochSecond();
    isPage(signIn("mia", Map.of("auth_time", now - 3_600), again), 502);
    Response redeemed =
        redeem(returned(signIn("mia", Map.of("auth_time", now), again)).get("code"));
    assertThat(claims(redeemed.path("id_token")).path("auth_time").asLong()).isEqualTo(now);
  }

  @Test
  void theTimeOfTheAuthenticationIsTheProviders() {
    name(body());
    long before = Instant.now().getEpochSecond() - 1_000;
    signIn("nia", Map.of("auth_time", before));
    assertThat(authorize(request("max_age", "900")).header("Location")).startsWith("../sign-in?");
    assertThat(returned(authorize(request("max_age", "3600")))).containsKey("code");
  }

  @Test
  void anUnknownTimeIsNoRecentOne() {
    name(body());
    Response redeemed = redeem(returned(signIn("nat", Map.of())).get("code"));
    assertThat(claims(redeemed.path("id_token")).has("auth_time")).isFalse();
    Response sessions = platform.as(redeemed.path("access_token")).get(API + "me/sessions");
    assertThat(sessions.<List<Object>>path("data.authenticated_at")).containsOnlyNulls();
    Map<String, String> asked = request("max_age", "999999999");
    assertThat(authorize(asked).header("Location")).startsWith("../sign-in?");
    asked.put("prompt", "none");
    assertThat(returned(authorize(asked))).containsEntry("error", "login_required");
    asked.remove("prompt");
    isPage(signIn("nat", Map.of(), asked), 502);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }

  private static String hash(String token) {
    return AccessTokenHash.compute(new BearerAccessToken(token), JWSAlgorithm.RS256, null)
        .getValue();
  }
}
