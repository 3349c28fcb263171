package io.iamplane.directory.organization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Secret;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant is created with its administrator, and this account can do the rest. */
@QuarkusTest
class FirstAdministratorApiTest {

  private static final String PREFIX = "/api/iam/v1/";
  private static final String PATH = PREFIX + "organizations";

  @Inject TestPlatform platform;
  private String token;
  private String key;

  @BeforeEach
  void aFreshKey() {
    token = platform.platformToken();
    key = "first-" + Long.toString(System.nanoTime(), 36);
  }

  @Test
  void theAdministratorAdministersTheTenantAtOnce() {
    Response made = create("{'name': 'Acme operations'}");
    made.then()
        .statusCode(201)
        .body("data.key", equalTo(key))
        .body("data.policy_version", equalTo(1))
        .body("data.administrator.subject", notNullValue())
        .body("data.administrator.status", equalTo("active"))
        .body("data.administrator.has_secret", equalTo(true));
    RequestSpecification administrator = platform.as(platform.token(client(made)));
    administrator
        .contentType(ContentType.JSON)
        .body("{\"name\": \"Ann\"}")
        .post(PREFIX + "users")
        .then()
        .statusCode(201);
    platform
        .as(platform.token(client(made)))
        .get(PREFIX + "service-accounts")
        .then()
        .statusCode(200)
        .body("data.name", equalTo(List.of("Acme operations")))
        .body("data[0].client.client_secret", nullValue());
  }

  @Test
  void anEmptyDescriptionIsEnough() {
    Response made = create("{}");
    platform
        .as(platform.token(client(made)))
        .get(PREFIX + "service-accounts")
        .then()
        .body("data.name", equalTo(List.of("administrator")));
  }

  @Test
  void theSecretIsShownOnceAndStoredNowhere() throws SQLException {
    Response made = create("{}");
    String secret = made.path("data.administrator.client_secret");
    String id = made.path("data.id");
    assertThat(secret).hasSizeGreaterThan(40);
    for (String name : List.of(id, key)) {
      String read = request().get(PATH + "/" + name).then().statusCode(200).extract().asString();
      assertThat(read).doesNotContain(secret).doesNotContain("administrator");
    }
    assertThat(Rows.everythingOf(id)).doesNotContain(secret);
    assertThat(Rows.everythingOf(platform.platform().id().toString())).doesNotContain(secret);
  }

  @Test
  void aTenantThatAsksForNoneHasNone() throws SQLException {
    for (String body :
        List.of(
            "{'key': '%s', 'name': 'A'}".formatted(key),
            "{'key': '%s-2', 'name': 'A', 'administrator': null}".formatted(key))) {
      Response made = send(null, body);
      made.then().statusCode(201);
      assertThat(made.<Object>path("data.administrator")).isNull();
      assertThat(clientsOf(made.path("data.id"))).isEmpty();
    }
  }

  @Test
  void keysMakeAnAdministratorWhoseSecretThePlatformNeverSees() {
    String jwks = AssertionForge.jwks(new AssertionForge("one").jwk()).toString();
    create("{'auth': 'private_key_jwt', 'jwks': %s}".formatted(jwks))
        .then()
        .statusCode(201)
        .body("data.administrator.auth", equalTo("private_key_jwt"))
        .body("data.administrator.has_secret", equalTo(false))
        .body("data.administrator.client_secret", nullValue());
  }

  @Test
  void whatIsAtFaultIsNamedAndNothingIsMade() {
    for (String[] fault :
        new String[][] {
          {"{'name': ' '}", "administrator.name"},
          {"{'name': '%s'}".formatted("x".repeat(201)), "administrator.name"},
          {"{'title': 'A'}", "administrator.title"},
          {"{'auth': 'private_key_jwt'}", "jwks"}
        }) {
      create(fault[0]).then().statusCode(422).body("errors", hasKey(fault[1]));
    }
    request().get(PATH + "/" + key).then().statusCode(404);
  }

  @Test
  void aRepeatedRequestShowsTheSameSecretWhileItIsThePresentOne() throws SQLException {
    String again = UUID.randomUUID().toString();
    String body = body("{}");
    Response made = send(again, body);
    String secret = made.path("data.administrator.client_secret");
    send(again, body)
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", "true")
        .body("data.administrator.client_secret", equalTo(secret));
    assertThat(clientsOf(made.path("data.id"))).hasSize(1);
    String subject = made.path("data.administrator.subject");
    platform
        .as(platform.token(client(made)))
        .contentType(ContentType.JSON)
        .body("{\"compromised\": true}")
        .post(PREFIX + "service-accounts/" + subject.split(":")[1] + "/rotate-secret")
        .then()
        .statusCode(200);
    Response late = send(again, body);
    late.then().statusCode(409);
    assertThat(late.asString()).doesNotContain(secret);
  }

  @Test
  void theTenantsAuditLogNamesThePlatformsAccount() throws SQLException {
    Response made = create("{}");
    assertThat(
            Rows.texts(
                "SELECT event_type FROM iam_outbox_messages WHERE organization_id = '%s' ORDER BY seq"
                    .formatted(made.<String>path("data.id"))))
        .containsExactly(
            "iam.organization.created",
            "iam.service_account.created",
            "iam.client.created",
            "iam.grant.created");
    assertThat(
            Rows.texts(
                "SELECT array_to_string(controllers, ',') FROM iam_clients WHERE client_id = '%s'"
                    .formatted(made.<String>path("data.administrator.client_id"))))
        .as("who knows the secret controls the account")
        .singleElement()
        .asString()
        .startsWith("service_account:");
  }

  @Test
  void aTenantMadeSuspendedHasItsAdministratorOnceItIsActive() {
    Response made =
        send(
            null,
            "{'key': '%s', 'name': 'Later', 'status': 'suspended', 'administrator': {}}"
                .formatted(key));
    made.then().statusCode(201);
    request()
        .contentType(ContentType.JSON)
        .body("{\"status\": \"active\"}")
        .patch(PATH + "/" + key)
        .then()
        .statusCode(200);
    platform.as(platform.token(client(made))).get(PREFIX + "users").then().statusCode(200);
  }

  private static List<String> clientsOf(String organization) throws SQLException {
    return Rows.texts(
        "SELECT client_id FROM iam_clients WHERE organization_id = '%s'".formatted(organization));
  }

  private static IssuedClient client(Response made) {
    return new IssuedClient(
        made.path("data.administrator.client_id"),
        new Secret(made.path("data.administrator.client_secret")));
  }

  private Response create(String administrator) {
    return send(null, body(administrator));
  }

  private String body(String administrator) {
    return "{'key': '%s', 'name': 'Acme', 'administrator': %s}".formatted(key, administrator);
  }

  private Response send(String idempotencyKey, String body) {
    RequestSpecification request =
        request().contentType(ContentType.JSON).body(body.replace('\'', '"'));
    if (idempotencyKey != null) {
      request.header("Idempotency-Key", idempotencyKey);
    }
    return request.post(PATH);
  }

  private RequestSpecification request() {
    return platform.as(token);
  }
}
