package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.Browser;
import io.iamplane.signin.SignInApiFixture;
import io.iamplane.testing.Rows;
import io.restassured.response.Response;
import java.net.URI;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The demo tenant, whose provider is a foreign one. */
abstract class FederationFixture extends SignInApiFixture {

  static final String PROVIDER = API + "identity-provider";
  static final String BUTTON = "Sign in with your company account";

  final ForeignProvider provider = new ForeignProvider();

  @BeforeEach
  void noProviderIsThere() throws SQLException {
    Rows.update("DELETE FROM iam_identity_providers");
    Rows.update("DELETE FROM iam_sessions WHERE amr LIKE 'fed%'");
    Rows.update("DELETE FROM iam_federated_members");
    Rows.update("DELETE FROM iam_federated_identities");
  }

  @AfterEach
  void closeTheProvider() throws SQLException {
    provider.close();
    noProviderIsThere();
  }

  /** A valid body that names the provider, and makes people. */
  final Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", "Acme");
    body.put("issuer", provider.issuer());
    body.put("client_id", ForeignProvider.CLIENT);
    body.put("client_secret", ForeignProvider.SECRET);
    body.put("scopes", List.of("profile"));
    body.put("create_users", true);
    return body;
  }

  final Response put(Map<String, Object> body) {
    return administrator().contentType("application/json").body(body).put(PROVIDER);
  }

  final void name(Map<String, Object> body) {
    Response named = put(body);
    assertThat(named.statusCode()).as(named.asString()).isEqualTo(200);
  }

  /** Leaves the sign-in page for the provider; the parameters of the request that it gets. */
  final Map<String, String> leave(Map<String, String> asked) {
    Response left = left(asked, "demo");
    assertThat(left.statusCode()).as(left.asString()).isEqualTo(200);
    String refresh = left.header("Refresh");
    assertThat(refresh).startsWith("0; url=" + provider.issuer() + "/authorize?");
    return parameters(URI.create(refresh.substring("0; url=".length())).getRawQuery());
  }

  final Response left(Map<String, String> asked, String organization) {
    Map<String, String> form = Browser.form(page(asked), BUTTON);
    form.put("organization", organization);
    return browser.post("/sign-in/federation", form);
  }

  /** Comes back from the provider. */
  final Response comeBack(Map<String, String> sent, String more) {
    return browser.get(
        URI.create(sent.get("redirect_uri")).getPath()
            + "?code=upstream-code&state="
            + sent.get("state")
            + more);
  }

  /** The whole way of a person, with claims besides. */
  final Response signIn(String subject, Map<String, Object> claims) {
    return signIn(subject, claims, request());
  }

  final Response signIn(String subject, Map<String, Object> claims, Map<String, String> asked) {
    Map<String, String> sent = leave(asked);
    provider.claims.clear();
    provider.person(subject, sent.get("nonce"));
    provider.claims.putAll(claims);
    return comeBack(sent, "");
  }

  final boolean isSignedIn() {
    return returned(authorize(request("prompt", "none"))).containsKey("code");
  }

  /** Signs in; the access token. */
  final String token(String subject, Map<String, Object> claims) {
    Response redeemed = redeem(returned(signIn(subject, claims)).get("code"));
    browser.get("/oauth/logout?id_token_hint=" + redeemed.path("id_token"));
    return redeemed.path("access_token");
  }

  /** Signs in; the id of the person. */
  final String person(String subject, Map<String, Object> claims) {
    return claims(token(subject, claims)).path("sub").asText().substring("user:".length());
  }

  final Map<String, Object> user(String id) {
    return administrator().get(API + "users/" + id).then().statusCode(200).extract().path("data");
  }

  final Response member(String group, String user) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("member_type", "user", "member_id", user))
        .post(API + "groups/" + group + "/members");
  }

  final List<String> members(String group) {
    return administrator().get(API + "groups/" + group + "/members").path("data.member_id");
  }

  final String group(String key) {
    String id =
        administrator()
            .contentType("application/json")
            .body(Map.of("key", key, "name", key))
            .post(API + "groups")
            .path("data.id");
    assertThat(id).isNotNull();
    return id;
  }

  final void grant(String subject) {
    administrator()
        .contentType("application/json")
        .body(
            Map.of("subject", subject, "privilege_type", "role", "privilege_key", "iam:iam-admin"))
        .post(API + "grants")
        .then()
        .statusCode(201);
  }

  final String known(String externalId) {
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

  final Map<String, Object> linking() {
    Map<String, Object> body = body();
    body.put("link", Map.of("claim", "employee", "verified_claim", "employee_verified"));
    return body;
  }

  protected static void isPage(Response answer, int status) {
    SignInApiFixture.isPage(answer, status);
    assertThat(answer.headers().getValues("Set-Cookie").toString()).doesNotContain("iam-session");
  }
}
