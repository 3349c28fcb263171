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

  private Response member(String group, String user) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("member_type", "user", "member_id", user))
        .post(API + "groups/" + group + "/members");
  }

  private List<String> members(String group) {
    return administrator().get(API + "groups/" + group + "/members").path("data.member_id");
  }

  private String group(String key) {
    String id =
        administrator()
            .contentType("application/json")
            .body(Map.of("key", key, "name", key))
            .post(API + "groups")
            .path("data.id");
    assertThat(id).isNotNull();
    return id;
  }

  private void grant(String subject) {
    administrator()
        .contentType("application/json")
        .body(
            Map.of("subject", subject, "privilege_type", "role", "privilege_key", "iam:iam-admin"))
        .post(API + "grants")
        .then()
        .statusCode(201);
  }

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

  private String known(String externalId) {
    return administrator()
        .contentType("application/json")
        .body(
            Map.of(
                "name", "Known " + externalId,
                "external_id", externalId,
                "email", externalId + "@acme.example"))
        .post(API + "users")
        .then()
        .statusCode(201)
        .extract()
        .path("data.id");
  }

  private Map<String, Object> linking() {
    Map<String, Object> body = body();
    body.put("link", Map.of("claim", "employee", "verified_claim", "employee_verified"));
    return body;
  }

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

  // --- Groups ---

  @Test
  void groupsComeAndGoWithTheirClaim() {
    String staff = group("fed-staff");
    String sales = group("fed-sales");
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", Map.of("s", "fed-staff", "t", sales, "gone", "no-such-group"));
    name(body);
    String id = person("ida", Map.of("roles", List.of("s", "t", "gone", "other")));
    assertThat(members(staff)).containsExactly(id);
    assertThat(members(sales)).containsExactly(id);
    person("ida", Map.of("roles", "t"));
    assertThat(members(staff)).isEmpty();
    assertThat(members(sales)).containsExactly(id);
    // A membership that an administrator gave is theirs to end.
    member(staff, id).then().statusCode(201);
    person("ida", Map.of("roles", List.of("s")));
    person("ida", Map.of());
    assertThat(members(staff)).containsExactly(id);
    assertThat(members(sales)).isEmpty();
  }

  @Test
  void theyEndWithTheProvider() {
    String group = group("fed-ending");
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", Map.of("s", group));
    name(body);
    String id = person("jan", Map.of("roles", List.of("s")));
    assertThat(members(group)).containsExactly(id);
    administrator().delete(PROVIDER).then().statusCode(200);
    assertThat(members(group)).isEmpty();
  }

  @Test
  void noMappingGivesPrivilegedRights() {
    String inner = group("fed-admins");
    String outer = group("fed-above");
    administrator()
        .contentType("application/json")
        .body(Map.of("member_type", "group", "member_id", inner))
        .post(API + "groups/" + outer + "/members")
        .then()
        .statusCode(201);
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", Map.of("a", inner));
    name(body);
    String id = person("kim", Map.of("roles", List.of("a")));
    assertThat(members(inner)).containsExactly(id);
    // Through another group: it was ordinary, and is not any more.
    grant("group:" + outer);
    person("kim", Map.of("roles", List.of("a")));
    assertThat(members(inner)).isEmpty();
  }

  // --- Assurance ---

  @Test
  void theProvidersMethodsGiveTheLevelThatTheRulesSay() {
    Map<String, Object> body = body();
    body.put("aal2_acr", List.of("urn:strong"));
    body.put("aal2_amr", List.of("mfa"));
    name(body);
    Map<String, String> strong = request("acr_values", "aal2");
    Response weak = signIn("lea", Map.of("amr", List.of("pwd")), strong);
    assertThat(returned(weak)).containsEntry("error", "unmet_authentication_requirements");
    assertThat(leave(strong)).containsEntry("acr_values", "urn:strong");
    for (Map<String, Object> claims :
        List.of(
            Map.<String, Object>of("amr", List.of("pwd", "mfa")),
            Map.<String, Object>of("acr", "urn:strong"))) {
      Response redeemed = redeem(returned(signIn("lea", claims, strong)).get("code"));
      assertThat(claims(redeemed.path("access_token")).path("acr").asText()).isEqualTo("aal2");
      browser.get("/oauth/logout?id_token_hint=" + redeemed.path("id_token"));
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

  private static String hash(String token) {
    return AccessTokenHash.compute(new BearerAccessToken(token), JWSAlgorithm.RS256, null)
        .getValue();
  }
}
