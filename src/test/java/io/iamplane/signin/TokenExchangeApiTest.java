package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.iamplane.shared.UuidV7;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service acts for a person with less than either may do. */
@QuarkusTest
class TokenExchangeApiTest extends SignInApiFixture {

  private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String ACCESS = "urn:ietf:params:oauth:token-type:access_token";

  private Map<String, Object> service;

  @BeforeEach
  void aServiceThatMayReadUsers() {
    service = service(List.of("iam:users.read", "iam:groups.*"));
  }

  private Map<String, Object> service(List<String> scopes) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("name", "Portal", "scopes", scopes))
        .post(API + "service-accounts")
        .then()
        .statusCode(201)
        .extract()
        .path("data");
  }

  /** The token of a person who may do everything. */
  private String person(String name, String role) {
    String user = person(name);
    administrator()
        .contentType("application/json")
        .body(Map.of("subject", "user:" + user, "privilege_type", "role", "privilege_key", role))
        .post(API + "grants")
        .then()
        .statusCode(201);
    return redeem(code(name)).path("access_token");
  }

  private static Map<String, String> exchange(String token) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", EXCHANGE);
    form.put("subject_token", token);
    form.put("subject_token_type", ACCESS);
    return form;
  }

  private Response send(Map<String, String> form) {
    return send(service, form);
  }

  private static Response send(Map<String, Object> service, Map<String, String> form) {
    Map<?, ?> client = (Map<?, ?>) service.get("client");
    RequestSpecification request =
        given()
            .auth()
            .preemptive()
            .basic((String) client.get("client_id"), (String) client.get("client_secret"));
    form.forEach(request::formParam);
    return request.post("/oauth/token");
  }

  private static void isRefused(Response answer, String error) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(400);
    assertThat(answer.<String>path("error")).isEqualTo(error);
  }

  private int status(String token, String path) {
    return platform.as(token).get(API + path).statusCode();
  }

  private void ends(String token) {
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(status(token, "users")).isEqualTo(401));
  }

  // --- Abuse ---

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "subject_token, -, invalid_request",
        "subject_token, x, invalid_request",
        "subject_token_type, -, invalid_request",
        "subject_token_type, urn:ietf:params:oauth:token-type:id_token, invalid_request",
        "requested_token_type, urn:ietf:params:oauth:token-type:refresh_token, invalid_request",
        "actor_token, x, invalid_request",
        "resource, https://other.example.com, invalid_target",
        "audience, other, invalid_target",
        "scope, iam:users.manage, invalid_scope",
        "scope, iam:*, invalid_scope",
        "scope, openid, invalid_scope",
        "scope, ' ', invalid_scope",
        "scope, iam:users.read iam:audit.read, invalid_scope",
      })
  void aWrongRequestIsRefused(String name, String value, String error) {
    Map<String, String> form = exchange(redeem(code("Rita Moss, reviewer")).path("access_token"));
    if (value == null) {
      form.remove(name);
    } else {
      form.put(name, value);
    }
    isRefused(send(form), error);
  }

  @Test
  void onlyAPersonsOwnAccessTokenIsExchanged() {
    Response tokens =
        redeem(
            returned(signIn(request("scope", "openid offline_access"), "Rita Moss, reviewer"))
                .get("code"));
    isRefused(send(exchange(tokens.path("id_token"))), "invalid_request");
    isRefused(send(exchange(tokens.path("refresh_token"))), "invalid_request");
    String machine =
        send(Map.of("grant_type", "client_credentials")).then().extract().path("access_token");
    isRefused(send(exchange(machine)), "invalid_request");
    String acting = send(exchange(tokens.path("access_token"))).path("access_token");
    isRefused(send(exchange(acting)), "invalid_request");
  }

  @Test
  void aPublicClientAndAForeignOneExchangeNothing() {
    String token = redeem(code("Rita Moss, reviewer")).path("access_token");
    Map<String, String> form = exchange(token);
    form.put("client_id", "panel");
    redeem(form).then().statusCode(401);
    String foreign = platform.token(platform.administrator(platform.tenant()));
    Map<String, Object> other =
        platform
            .as(foreign)
            .contentType("application/json")
            .body(Map.of("name", "Foreign", "scopes", List.of("iam:users.read")))
            .post(API + "service-accounts")
            .then()
            .statusCode(201)
            .extract()
            .path("data");
    isRefused(send(other, exchange(token)), "invalid_request");
  }

  @Test
  void aClientWithoutScopesNamesThem() {
    Map<String, Object> open = service(List.of());
    String token = redeem(code("Rita Moss, reviewer")).path("access_token");
    isRefused(send(open, exchange(token)), "invalid_scope");
    Map<String, String> form = exchange(token);
    form.put("scope", "iam:users.read");
    assertThat(send(open, form).<String>path("scope")).isEqualTo("iam:users.read");
  }

  @Test
  void theRightsAreThePersonsAndNotTheServices() {
    String acting =
        send(exchange(redeem(code("Rita Moss, reviewer")).path("access_token")))
            .path("access_token");
    assertThat(status(acting, "users")).isEqualTo(403);
  }

  /** The person's own needs no permission, so that no scope of a service covers it. */
  @Test
  void whatIsThePersonsOwnIsBeyondEveryScope() {
    String acting = send(exchange(person("Olga Own", "iam:iam-admin"))).path("access_token");
    assertThat(status(acting, "me/permissions")).isEqualTo(200);
    assertThat(status(acting, "me/sessions")).isEqualTo(403);
    assertThat(status(acting, "access-reviews/inbox")).isEqualTo(403);
    String nobody = UuidV7.next().toString();
    for (String path : List.of("me/sessions/", "me/passkeys/")) {
      platform.as(acting).delete(API + path + nobody).then().statusCode(403);
    }
    for (String path : List.of("grants/%s/activate", "access-reviews/items/%s/certify")) {
      platform
          .as(acting)
          .contentType("application/json")
          .body(Map.of("justification", "Incident"))
          .post(API + path.formatted(nobody))
          .then()
          .statusCode(403)
          .body("detail", containsString("This requires the person's own token"));
    }
  }

  // --- Ends ---

  @Test
  void itEndsWithTheServicesSuspension() {
    String acting = send(exchange(person("Sven Service", "iam:iam-admin"))).path("access_token");
    assertThat(status(acting, "users")).isEqualTo(200);
    administrator()
        .contentType("application/json")
        .body(Map.of("status", "suspended"))
        .patch(API + "service-accounts/" + service.get("id"))
        .then()
        .statusCode(200);
    ends(acting);
  }

  @Test
  void itEndsWithThePersonsTokens() {
    String acting = send(exchange(person("Sam Sus", "iam:iam-admin"))).path("access_token");
    String user = claims(acting).path("sub").asText().substring("user:".length());
    assertThat(status(acting, "users")).isEqualTo(200);
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    ends(acting);
  }

  @Test
  void itEndsWithTheServicesTokens() {
    String acting = send(exchange(person("Sia Service", "iam:iam-admin"))).path("access_token");
    assertThat(status(acting, "users")).isEqualTo(200);
    administrator().delete(API + "service-accounts/" + service.get("id")).then().statusCode(200);
    ends(acting);
  }

  @Test
  void anEndedTokenIsNotExchanged() {
    String token = person("Rex Revoked", "iam:iam-admin");
    given()
        .formParam("token", token)
        .formParam("client_id", "panel")
        .post("/oauth/revoke")
        .then()
        .statusCode(200);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> isRefused(send(exchange(token)), "invalid_request"));
  }

  // --- Use ---

  @Test
  void aServiceActsForAPersonBelowItsScopes() throws Exception {
    String token = person("Pia Person", "iam:iam-admin");
    Response answer = send(exchange(token));
    answer.then().statusCode(200);
    assertThat(answer.<String>path("issued_token_type")).isEqualTo(ACCESS);
    assertThat(answer.<String>path("token_type")).isEqualTo("Bearer");
    assertThat(answer.<String>path("scope")).isEqualTo("iam:groups.* iam:users.read");
    String acting = answer.path("access_token");
    assertThat(claims(acting).path("sub")).isEqualTo(claims(token).path("sub"));
    assertThat(claims(acting).path("acr")).isEqualTo(claims(token).path("acr"));
    assertThat(claims(acting).path("act").path("sub").asText())
        .isEqualTo("service_account:" + service.get("id"));
    assertThat(claims(acting).path("exp").asLong())
        .isLessThanOrEqualTo(claims(token).path("exp").asLong());
    assertThat(status(acting, "users")).isEqualTo(200);
    assertThat(status(acting, "groups")).isEqualTo(200);
    assertThat(status(acting, "grants")).isEqualTo(403);
    assertThat(Rows.tablesWith(acting)).isEmpty();
    Map<?, ?> client = (Map<?, ?>) service.get("client");
    Response state =
        given()
            .auth()
            .preemptive()
            .basic((String) client.get("client_id"), (String) client.get("client_secret"))
            .formParam("token", acting)
            .post("/oauth/introspect");
    assertThat(state.<Boolean>path("active")).isTrue();
    assertThat(state.<String>path("act.sub")).isEqualTo("service_account:" + service.get("id"));
  }
}
