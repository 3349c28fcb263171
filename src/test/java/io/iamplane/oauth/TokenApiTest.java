package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.key.Es256;
import io.iamplane.key.KeyRing;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TokenApiTest {

  private static final String PATH = "/oauth/token";

  @Inject OAuthFixture fixture;
  @Inject TokenVerifier verifier;
  @Inject KeyRing ring;
  @Inject SigningKeys keys;
  @Inject ObjectMapper mapper;

  private OrganizationId tenant;
  private IssuedClient client;

  @BeforeEach
  void makeClient() {
    tenant = fixture.tenant();
    client = fixture.client(tenant, "iam:groups.read", "iam:users.read");
  }

  // --- Success ---

  @Test
  void tokenIsIssuedForBasicAndForPostedCredentials() {
    for (RequestSpecification request : new RequestSpecification[] {basic(client), post(client)}) {
      Response answer = request.post(PATH);
      answer
          .then()
          .statusCode(200)
          .header("Cache-Control", "no-store")
          .header("Pragma", "no-cache")
          .contentType("application/json")
          .body("token_type", equalTo("Bearer"))
          .body("expires_in", equalTo(900))
          .body("scope", equalTo("iam:groups.read iam:users.read"));
      assertThat(verifier.verify(token(answer)).clientId()).isEqualTo(client.clientId());
    }
  }

  @Test
  void tokenHasTheClaimsOfRfc9068AndOurs() throws IOException {
    Response answer = basic(client).post(PATH);
    String[] parts = answer.<String>path("access_token").split("\\.");
    JsonNode header = json(parts[0]);
    assertThat(names(header)).containsExactlyInAnyOrder("alg", "typ", "kid");
    assertThat(header.path("alg").textValue()).isEqualTo("ES256");
    assertThat(header.path("typ").textValue()).isEqualTo("at+jwt");
    JsonNode claims = json(parts[1]);
    assertThat(names(claims))
        .containsExactlyInAnyOrder(
            "iss",
            "sub",
            "aud",
            "exp",
            "iat",
            "jti",
            "client_id",
            "scope",
            "org",
            "acr",
            "policy_version");
    assertThat(claims.path("iss").textValue()).isEqualTo("http://localhost:8080");
    assertThat(claims.path("aud").textValue()).isEqualTo("iam-admin");
    assertThat(claims.path("sub").textValue()).startsWith("service_account:");
    assertThat(claims.path("org").textValue()).isEqualTo(tenant.toString());
    assertThat(claims.path("acr").textValue()).isEqualTo("aal1");
    assertThat(claims.path("policy_version").longValue()).isEqualTo(1);
    assertThat(claims.path("exp").longValue() - claims.path("iat").longValue()).isEqualTo(900);
  }

  @Test
  void publishedKeyVerifiesTheSignature() {
    String text = basic(client).post(PATH).path("access_token");
    int dot = text.lastIndexOf('.');
    byte[] signature = Base64.getUrlDecoder().decode(text.substring(dot + 1));
    byte[] header = Base64.getUrlDecoder().decode(text.substring(0, text.indexOf('.')));
    String kid = JsonPath.from(new String(header, StandardCharsets.US_ASCII)).get("kid");
    List<String> published = given().get("/.well-known/jwks.json").path("keys.kid");
    assertThat(published).contains(kid);
    assertThat(
            Es256.verify(
                ring.find(kid).orElseThrow(),
                text.substring(0, dot).getBytes(StandardCharsets.US_ASCII),
                signature))
        .isTrue();
  }

  @Test
  void verifiedTokenTellsWhoTheClientIs() {
    VerifiedToken token = verifier.verify(token(basic(client).post(PATH)));
    assertThat(token.organization()).isEqualTo(tenant);
    assertThat(token.platform()).isFalse();
    assertThat(token.subject().type()).isEqualTo("service_account");
    assertThat(token.aal()).isEqualTo(Aal.AAL1);
    assertThat(token.scopes()).containsExactly("iam:groups.read", "iam:users.read");
  }

  @Test
  void platformsTokensSaySo() {
    IssuedClient administrator = fixture.client(fixture.platform().organization());
    Response answer = basic(administrator).post(PATH);
    answer.then().body("scope", equalTo(null));
    assertThat(verifier.verify(token(answer)).platform()).isTrue();
  }

  @Test
  void everyTokenIsAnother() {
    Set<String> jtis = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      jtis.add(verifier.verify(token(basic(client).post(PATH))).jti());
    }
    assertThat(jtis).hasSize(10);
  }

  // --- Scope ---

  @Test
  void clientMayAskForLess() {
    Response answer = basic(client).formParam("scope", "iam:groups.read").post(PATH);
    answer.then().statusCode(200).body("scope", equalTo("iam:groups.read"));
    assertThat(verifier.verify(token(answer)).scopes()).containsExactly("iam:groups.read");
  }

  @Test
  void spacesTooManyAreIgnored() {
    for (String scope :
        new String[] {"iam:groups.read  iam:users.read", " iam:groups.read iam:users.read "}) {
      Response answer = basic(client).formParam("scope", scope).post(PATH);
      answer.then().statusCode(200).body("scope", equalTo("iam:groups.read iam:users.read"));
    }
    Response less = basic(client).formParam("scope", "iam:groups.read ").post(PATH);
    assertThat(verifier.verify(token(less)).scopes()).containsExactly("iam:groups.read");
  }

  @Test
  void clientMayNotAskForMore() {
    for (String scope :
        new String[] {
          "admin",
          "iam:roles.read",
          "iam:*",
          "iam:groups.read iam:roles.read",
          "IAM:GROUPS.READ",
          "iam:groups.read  iam:roles.read",
          " ",
          "a\tb"
        }) {
      Response answer = basic(client).formParam("scope", scope).post(PATH);
      assertThat(answer.statusCode()).as(scope).isEqualTo(400);
      assertThat(answer.<String>path("error")).isIn("invalid_scope", "invalid_request");
    }
    assertError(basic(client).formParam("scope", "iam:groups.*"), 400, "invalid_scope");
  }

  // --- Refusals ---

  @Test
  void wrongSecretAndUnknownClientGetOneAnswer() {
    Response wrong = basic(client.clientId(), "wrong").post(PATH);
    Response unknown = basic("client_nobody", "wrong").post(PATH);
    for (Response answer : new Response[] {wrong, unknown}) {
      answer.then().statusCode(401).body("error", equalTo("invalid_client"));
      assertThat(answer.header("WWW-Authenticate")).startsWith("Basic ");
    }
    assertThat(wrong.asString()).isEqualTo(unknown.asString());
  }

  @Test
  void refusedPostedCredentialsAreA401Too() {
    ValidatableResponse answer =
        assertError(
            post(new IssuedClient(client.clientId(), new Secret("no"))), 401, "invalid_client");
    answer.header("WWW-Authenticate", startsWith("Basic "));
  }

  @Test
  void bothWaysAtOnceAreRefused() {
    assertError(
        basic(client)
            .formParam("client_id", client.clientId())
            .formParam("client_secret", client.secret().reveal()),
        400,
        "invalid_request");
  }

  @Test
  void malformedRequestsAreRefusedInOauthsForm() {
    assertError(form("client_id=a&client_secret=b"), 400, "invalid_request");
    assertError(form("grant_type=client_credentials"), 401, "invalid_client");
    assertError(
        form("grant_type=password&client_id=a&client_secret=b"), 400, "unsupported_grant_type");
    assertError(form("grant_type=client_credentials&scope=%zz"), 400, "invalid_request");
    assertError(form(""), 400, "invalid_request");
    assertError(
        given().contentType("application/json").body("{\"grant_type\":\"client_credentials\"}"),
        400,
        "invalid_request");
    assertError(given(), 400, "invalid_request");
  }

  @Test
  void credentialsInTheQueryAreNone() {
    assertError(
        form("grant_type=client_credentials")
            .queryParam("client_id", client.clientId())
            .queryParam("client_secret", client.secret().reveal()),
        401,
        "invalid_client");
  }

  @Test
  void namesWithStrangeCharactersAreUnknownClients() {
    assertError(basic("a%00b", "x"), 401, "invalid_client");
    assertError(basic("' OR 1=1 --", "x"), 401, "invalid_client");
    assertError(
        form("grant_type=client_credentials&client_id=%00&client_secret=x"),
        400,
        "invalid_request");
  }

  @Test
  void suspendedOrganizationsClientsAreRefusedUntilItIsActiveAgain() {
    fixture.setStatus(tenant, Organization.Status.SUSPENDED);
    assertError(basic(client), 401, "invalid_client");
    fixture.setStatus(tenant, Organization.Status.ACTIVE);
    basic(client).post(PATH).then().statusCode(200);
  }

  @Test
  void revokedClientIsRefused() throws SQLException {
    Rows.update(
        "UPDATE iam_clients SET status = 'revoked' WHERE client_id = '" + client.clientId() + "'");
    assertError(basic(client), 401, "invalid_client");
  }

  @Test
  void policyVersionFollowsThePolicy() throws IOException {
    fixture.setStatus(tenant, Organization.Status.SUSPENDED);
    fixture.setStatus(tenant, Organization.Status.ACTIVE);
    String text = basic(client).post(PATH).path("access_token");
    assertThat(json(text.split("\\.")[1]).path("policy_version").longValue()).isEqualTo(3);
  }

  // --- Dependencies ---

  @Test
  void withoutAnActiveKeyNothingIsIssued() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys");
    ring.forget();
    try {
      assertError(basic(client), 400, "temporarily_unavailable").header("Retry-After", "2");
    } finally {
      keys.ensureActive(fixture.platform());
    }
    basic(client).post(PATH).then().statusCode(200);
  }

  @Test
  void databaseThatIsAwayRefusesWithoutA5xxAndRecovers() throws IOException {
    RawToken held = token(basic(client).post(PATH));
    TestDatabase.proxy().goAway();
    try {
      // What proved right a moment ago is asked about again after a second.
      Awaitility.await()
          .untilAsserted(() ->
              assertError(basic(client), 400, "temporarily_unavailable")
                  .header("Retry-After", "2"));
      assertThat(verifier.verify(held).clientId()).isEqualTo(client.clientId());
      given().get("/.well-known/oauth-authorization-server").then().statusCode(200);
    } finally {
      TestDatabase.proxy().comeBack();
    }
    Awaitility.await().untilAsserted(() -> basic(client).post(PATH).then().statusCode(200));
    // Policies are confirmed a moment later; until then the next test would be denied.
    Awaitility.await().until(() -> given().get("/api/iam/v1/ready").statusCode() == 200);
  }

  private static ValidatableResponse assertError(
      RequestSpecification request, int status, String error) {
    ValidatableResponse answer = request.post(PATH).then();
    answer
        .statusCode(status)
        .contentType("application/json")
        .header("Cache-Control", "no-store")
        .body("error", equalTo(error))
        .body("size()", equalTo(2));
    return answer;
  }

  private static RequestSpecification basic(IssuedClient client) {
    return basic(client.clientId(), client.secret().reveal());
  }

  private static RequestSpecification basic(String id, String secret) {
    return given()
        .auth()
        .preemptive()
        .basic(id, secret)
        .formParam("grant_type", "client_credentials");
  }

  private static RequestSpecification post(IssuedClient client) {
    return given()
        .formParam("grant_type", "client_credentials")
        .formParam("client_id", client.clientId())
        .formParam("client_secret", client.secret().reveal());
  }

  private static RequestSpecification form(String body) {
    return given().contentType("application/x-www-form-urlencoded").body(body);
  }

  private static RawToken token(Response answer) {
    return new RawToken(answer.path("access_token"));
  }

  private JsonNode json(String part) throws IOException {
    return mapper.readTree(Base64.getUrlDecoder().decode(part));
  }

  private static Set<String> names(JsonNode json) {
    Set<String> names = new HashSet<>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
