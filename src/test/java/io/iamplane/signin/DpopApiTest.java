package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.DpopKey;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tokens that are bound to a key of their client (RFC 9449), from the code to the last refresh. */
@QuarkusTest
class DpopApiTest extends SignInApiFixture {

  static final String TOKENS = "/oauth/token";
  static final String INBOX = API + "access-reviews/inbox";
  static final Duration SOON = Duration.ofSeconds(5);
  static final String USER_INFO = "/oauth/userinfo";

  final DpopKey key = new DpopKey();

  /** A request to the token endpoint with a proof. */
  static Response tokens(Map<String, String> form, String... proofs) {
    RequestSpecification request = given();
    form.forEach(request::formParam);
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.post(TOKENS);
  }

  Response tokens(Map<String, String> form) {
    return tokens(form, key.proof("POST", TOKENS));
  }

  static Map<String, String> refreshing(String token) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "refresh_token");
    form.put("client_id", "panel");
    form.put("refresh_token", token);
    return form;
  }

  /** The tokens of a new person, bound to the key. */
  Response signedIn(String name) {
    person(name);
    String code = returned(signIn(request("scope", "openid offline_access"), name)).get("code");
    return tokens(redemption(code)).then().statusCode(200).extract().response();
  }

  static Response get(String path, String scheme, String token, String... proofs) {
    RequestSpecification request = given().header("Authorization", scheme + " " + token);
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.get(path);
  }

  Response get(String path, String token) {
    return get(path, "DPoP", token, key.proof("GET", path, token));
  }

  static void isRefused(Response answer, String error) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(400);
    assertThat(answer.<String>path("error")).isEqualTo(error);
    assertThat(answer.asString()).doesNotContain("token\":");
  }

  @Test
  void aCodeMakesTokensOfTheKey() {
    Response tokens = signedIn("Bo Bound");
    assertThat(tokens.<String>path("token_type")).isEqualTo("DPoP");
    String access = tokens.path("access_token");
    assertThat(claims(access).path("cnf").path("jkt").asText()).isEqualTo(key.thumbprint());
    assertThat(claims(tokens.path("id_token")).has("cnf")).isFalse();
    get(USER_INFO, access).then().statusCode(200);
    for (int i = 0; i < 40; i++) {
      // More than an address may fail in a minute: a request with a good proof is no failure.
      get(INBOX, access).then().statusCode(200);
    }
    assertThat(get(USER_INFO, "dpop", access, key.proof("GET", USER_INFO, access)).statusCode())
        .as("the name of a scheme has no case")
        .isEqualTo(200);
  }

  @Test
  void aRefreshNeedsTheSameKey() {
    Response first = signedIn("Rae Rotates");
    String refresh = first.path("refresh_token");
    Response second = tokens(refreshing(refresh));
    second.then().statusCode(200);
    assertThat(second.<String>path("token_type")).isEqualTo("DPoP");
    String access = second.path("access_token");
    assertThat(claims(access).path("cnf").path("jkt").asText()).isEqualTo(key.thumbprint());
    get(INBOX, access).then().statusCode(200);
  }

  /** A thief without the key gets nothing, and takes nothing from the client either. */
  @Test
  void aStolenRefreshTokenDoesNothingWithoutTheKey() {
    Response first = signedIn("Stan Stolen");
    String used = first.path("refresh_token");
    String present = tokens(refreshing(used)).path("refresh_token");
    String access = tokens(refreshing(present)).path("access_token");
    DpopKey thief = new DpopKey();
    for (String stolen : List.of(used, present)) {
      isRefused(tokens(refreshing(stolen), thief.proof("POST", TOKENS)), "invalid_grant");
      isRefused(redeem(refreshing(stolen)), "invalid_grant");
    }
    get(INBOX, access).then().statusCode(200);
    // The reuse by the holder of the key ends the family as ever.
    isRefused(tokens(refreshing(used)), "invalid_grant");
  }

  @Test
  void aCodeMayBeBoundToAKeyBeforehand() {
    person("Dee Declared");
    Map<String, String> asked = request("dpop_jkt", key.thumbprint());
    signIn(asked, "Dee Declared");
    for (String[] proofs : List.of(new String[] {}, new String[] {other()})) {
      String code = returned(authorize(asked)).get("code");
      isRefused(tokens(redemption(code), proofs), "invalid_grant");
    }
    tokens(redemption(returned(authorize(asked)).get("code"))).then().statusCode(200);
    String wrong = returned(authorize(request("dpop_jkt", "short"))).get("error");
    assertThat(wrong).isEqualTo("invalid_request");
  }

  private static String other() {
    return new DpopKey().proof("POST", TOKENS);
  }

  private static Response push(Map<String, String> form, String... proofs) {
    RequestSpecification request = given();
    form.forEach(request::formParam);
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.post("/oauth/par");
  }

  /** RFC 9449, section 10.1: the parameter and the header mean the same. */
  @Test
  void aPushedRequestBindsTheCode() {
    person("Pia Pushed");
    signIn(request(), "Pia Pushed");
    String proof = key.proof("POST", "/oauth/par");
    for (Response pushed :
        List.of(push(request(), proof), push(request("dpop_jkt", key.thumbprint())))) {
      pushed.then().statusCode(201);
      Map<String, String> brought =
          Map.of("client_id", "panel", "request_uri", pushed.path("request_uri"));
      isRefused(redeem(returned(authorize(brought)).get("code")), "invalid_grant");
    }
  }

  @Test
  void aPushedRequestOfTwoKeysIsRefused() {
    Map<String, String> form = request("dpop_jkt", new DpopKey().thumbprint());
    isRefused(push(form, key.proof("POST", "/oauth/par")), "invalid_dpop_proof");
    isRefused(push(request(), key.proof("POST", TOKENS)), "invalid_dpop_proof");
  }

  private Map<?, ?> service(String... scopes) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("name", "Service", "scopes", List.of(scopes)))
        .post(API + "service-accounts")
        .then()
        .statusCode(201)
        .extract()
        .path("data.client");
  }

  private static RequestSpecification as(Map<?, ?> client) {
    return given()
        .auth()
        .preemptive()
        .basic((String) client.get("client_id"), (String) client.get("client_secret"));
  }

  @Test
  void aServiceBindsItsTokens() {
    Map<?, ?> client = service("iam:users.read");
    Response token =
        as(client)
            .formParam("grant_type", "client_credentials")
            .header("DPoP", key.proof("POST", TOKENS))
            .post(TOKENS);
    token.then().statusCode(200);
    assertThat(token.<String>path("token_type")).isEqualTo("DPoP");
    String access = token.path("access_token");
    get(USER_INFO, access).then().statusCode(200);
    Map<String, Object> known =
        as(client).formParam("token", access).post("/oauth/introspect").jsonPath().getMap("$");
    assertThat(known)
        .containsEntry("active", true)
        .containsEntry("token_type", "DPoP")
        .containsEntry("cnf", Map.of("jkt", key.thumbprint()));
  }

  private Response asked(Map<?, ?> client, String... proofs) {
    RequestSpecification request = as(client).formParam("grant_type", "client_credentials");
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.post(TOKENS);
  }

  private Map<String, Object> bind(String account, boolean bound) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("dpop_bound_access_tokens", bound))
        .patch(API + "service-accounts/" + account)
        .then()
        .statusCode(200)
        .extract()
        .path("data.client");
  }

  /** RFC 9449, section 5.2. */
  @Test
  void aClientMayBeHeldToProofs() {
    Map<String, Object> account =
        administrator()
            .contentType("application/json")
            .body(Map.of("name", "Bound", "dpop_bound_access_tokens", true))
            .post(API + "service-accounts")
            .then()
            .statusCode(201)
            .extract()
            .path("data");
    Map<?, ?> client = (Map<?, ?>) account.get("client");
    assertThat(client.get("dpop_bound_access_tokens")).isEqualTo(true);
    isRefused(asked(client), "invalid_dpop_proof");
    asked(client, key.proof("POST", TOKENS)).then().statusCode(200);
    String id = (String) account.get("id");
    assertThat(bind(id, false)).containsEntry("dpop_bound_access_tokens", false);
    await().atMost(SOON).until(() -> asked(client).statusCode() == 200);
    String plain = asked(client).path("access_token");
    assertThat(get(USER_INFO, "Bearer", plain).statusCode()).isEqualTo(200);
    bind(id, true);
    await().atMost(SOON).until(() -> get(USER_INFO, "Bearer", plain).statusCode() == 401);
    await().atMost(SOON).until(() -> asked(client).statusCode() == 400);
  }

  private static RequestSpecification exchanging(Map<?, ?> service, String person) {
    return as(service)
        .formParam("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
        .formParam("subject_token", person)
        .formParam("subject_token_type", "urn:ietf:params:oauth:token-type:access_token");
  }

  /** The service proves itself, and has to bind what it gets to a key of its own. */
  @Test
  void aBoundTokenIsExchangedForOneOfTheServicesKey() {
    String user = person("Ex Changed");
    administrator()
        .contentType("application/json")
        .body(
            Map.of(
                "subject",
                "user:" + user,
                "privilege_type",
                "permission",
                "privilege_key",
                "iam:users.read"))
        .post(API + "grants")
        .then()
        .statusCode(201);
    String person = tokens(redemption(code("Ex Changed"))).path("access_token");
    DpopKey own = new DpopKey("EdDSA");
    Map<?, ?> service = service("iam:users.read");
    isRefused(exchanging(service, person).post(TOKENS), "invalid_dpop_proof");
    Response exchanged =
        exchanging(service, person).header("DPoP", own.proof("POST", TOKENS)).post(TOKENS);
    exchanged.then().statusCode(200);
    assertThat(exchanged.<String>path("token_type")).isEqualTo("DPoP");
    String access = exchanged.path("access_token");
    get(API + "users", "DPoP", access, own.proof("GET", API + "users", access))
        .then()
        .statusCode(200);
    get(API + "users", access).then().statusCode(401);
    Response beyond = get(API + "groups", "DPoP", access, own.proof("GET", API + "groups", access));
    assertThat(beyond.statusCode()).isEqualTo(403);
    assertThat(beyond.header("WWW-Authenticate"))
        .as("the challenge has the scheme of the request")
        .startsWith("DPoP realm=")
        .contains("error=\"insufficient_scope\"");
  }
}
