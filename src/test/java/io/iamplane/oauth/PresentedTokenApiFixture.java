package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** A tenant with clients that introspect and revoke tokens. */
abstract class PresentedTokenApiFixture {

  static final String INTROSPECT = "/oauth/introspect";
  static final String REVOKE = "/oauth/revoke";
  static final String INACTIVE = "{\"active\":false}";

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;

  AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  /** A machine, its client and its present secret. */
  record Machine(String id, String clientId, String secret) {
    String path() {
      return "service-accounts/" + id;
    }

    String subject() {
      return "service_account:" + id;
    }
  }

  /** A machine that may read users and nothing else. */
  Machine machine() {
    return machine("[]");
  }

  Machine machine(String scopes) {
    Machine made = made(scopes);
    grant(made, "iam:users.read");
    return made;
  }

  /** A machine that may ask for decisions, as applications' own clients may. */
  Machine resourceServer() {
    Machine made = made("[]");
    grant(made, "iam:decisions.check");
    return made;
  }

  Machine made(String scopes) {
    Map<String, Object> made =
        tenant
            .post("service-accounts", "{'name': 'M', 'scopes': %s}".formatted(scopes))
            .statusCode(201)
            .extract()
            .path("data");
    Map<?, ?> client = (Map<?, ?>) made.get("client");
    return new Machine(
        (String) made.get("id"),
        (String) client.get("client_id"),
        (String) client.get("client_secret"));
  }

  void grant(Machine machine, String permission) {
    tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
            .formatted(machine.subject(), permission));
  }

  static String token(Machine machine) {
    return as(machine)
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token")
        .then()
        .statusCode(200)
        .extract()
        .path("access_token");
  }

  static RequestSpecification as(Machine machine) {
    return as(machine.clientId(), machine.secret());
  }

  static RequestSpecification as(IssuedClient client) {
    return as(client.clientId(), client.secret().reveal());
  }

  static RequestSpecification as(String clientId, String secret) {
    return given().auth().preemptive().basic(clientId, secret);
  }

  static Response introspect(Machine machine, String token) {
    return as(machine).formParam("token", token).post(INTROSPECT);
  }

  static boolean active(Machine machine, String token) {
    return introspect(machine, token).then().statusCode(200).extract().path("active");
  }

  /** Expects the one response for inactive tokens, for every reason. */
  static void inactive(Machine machine, String token) {
    inactive(introspect(machine, token));
  }

  static void inactive(Response answer) {
    answer.then().statusCode(200).header("Cache-Control", "no-store");
    assertThat(answer.asString()).isEqualTo(INACTIVE);
  }

  static void revoke(Machine machine, String token) {
    Response answer = as(machine).formParam("token", token).post(REVOKE);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.asString()).isEqualTo("{}");
  }

  int status(String token) {
    return tenant.as(token).get("users").extract().statusCode();
  }
}
