package io.iamplane.directory.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ServiceAccountApiTest {

  private static final String JWKS =
      "{'keys': [{'kty': 'EC', 'crv': 'P-256', 'kid': 'one',"
          + " 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',"
          + " 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}]}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aSecretIsShownOnceAndWorks() throws Exception {
    JsonPath made =
        tenant
            .post(
                "service-accounts",
                "{'name': 'Robot', 'scopes': ['iam:users.*'], 'external_id': 'r'}")
            .statusCode(201)
            .body("data.client.has_secret", equalTo(true))
            .body("data.client.auth", equalTo("client_secret"))
            .extract()
            .jsonPath();
    String secret = made.getString("data.client.client_secret");
    assertThat(token(made.getString("data.client.client_id"), secret).statusCode()).isEqualTo(200);
    for (String path : new String[] {"service-accounts", "service-accounts/r"}) {
      assertThat(tenant.get(path).statusCode(200).extract().asString()).doesNotContain(secret);
    }
    assertThat(Rows.tablesWith(secret)).isEmpty();
    tenant
        .get("service-accounts/r")
        .body("data.client", not(hasKey("client_secret")))
        .body("data.client.scopes", equalTo(java.util.List.of("iam:users.*")));
  }

  @Test
  void bothSecretsWorkWhileTheGraceLasts() {
    JsonPath made = make();
    String id = made.getString("data.id");
    String client = made.getString("data.client.client_id");
    String first = made.getString("data.client.client_secret");
    String second = rotate(id, "{'grace_period': 'PT1H'}");
    assertThat(token(client, first).statusCode()).isEqualTo(200);
    assertThat(token(client, second).statusCode()).isEqualTo(200);
    String third = rotate(id, "{'compromised': true}");
    assertThat(token(client, first).statusCode()).isEqualTo(401);
    assertThat(token(client, second).statusCode()).isEqualTo(401);
    assertThat(token(client, third).statusCode()).isEqualTo(200);
    tenant
        .post("service-accounts/" + id + "/rotate-secret", "{'grace_period': 'P31D'}")
        .statusCode(422)
        .body("errors", hasKey("grace_period"));
    tenant
        .post("service-accounts/" + id + "/rotate-secret", "{'grace_period': 'soon'}")
        .statusCode(422);
  }

  @Test
  void aDeletedAccountActsNoMore() {
    JsonPath made = make();
    String id = made.getString("data.id");
    String client = made.getString("data.client.client_id");
    String secret = made.getString("data.client.client_secret");
    tenant.made(
        "grants",
        "{'subject': 'service_account:%s', 'privilege_type': 'permission',".formatted(id)
            + " 'privilege_key': 'iam:users.read'}");
    AdminTenant robot = tenant.as(token(client, secret).path("access_token"));
    robot.get("users").statusCode(200);
    robot.get("capabilities").statusCode(200);
    tenant
        .delete("service-accounts/" + id)
        .statusCode(200)
        .body("data.status", equalTo("suspended"))
        .body("data.client.status", equalTo("revoked"));
    robot.get("users").statusCode(401);
    robot.get("capabilities").statusCode(401);
    assertThat(token(client, secret).statusCode()).isEqualTo(401);
    String second = rotate(id, "{}");
    assertThat(token(client, secret).statusCode()).isEqualTo(401);
    tenant.as(token(client, second).path("access_token")).get("users").statusCode(200);
  }

  @Test
  void anAccountIsChangedAndListed() {
    String id = make().getString("data.id");
    tenant
        .patch(
            "service-accounts/" + id,
            "{'name': 'Machine', 'scopes': ['iam:users.*', 'iam:groups.read'], 'attributes': {'team': 'x'}}")
        .statusCode(200)
        .body("data.name", equalTo("Machine"))
        .body("data.client.scopes", hasSize(2));
    tenant.patch("service-accounts/" + id, "{'status': 'suspended'}").statusCode(200);
    tenant
        .get("service-accounts?filter[status]=suspended")
        .body("data", hasSize(1))
        .body("data[0].id", equalTo(id));
    tenant.patch("service-accounts/" + id, "{'scopes': ['import']}").statusCode(422);
  }

  @Test
  void keysStandForASecretAndPrivateOnesAreRefusedUnseen() throws Exception {
    JsonPath made =
        tenant
            .post(
                "service-accounts",
                "{'name': 'Signer', 'auth': 'private_key_jwt', 'jwks': %s}".formatted(JWKS))
            .statusCode(201)
            .body("data.client.has_secret", equalTo(false))
            .body("data.client.keys", hasKey("one"))
            .body("data.client", not(hasKey("client_secret")))
            .extract()
            .jsonPath();
    String path = "service-accounts/" + made.getString("data.id");
    tenant.post(path + "/rotate-secret").statusCode(409);
    tenant.patch(path, "{'jwks': %s}".formatted(JWKS)).statusCode(200);
    String marked = "PRIVATE-7f3a";
    String refused =
        tenant
            .patch(
                path, "{'jwks': %s}".formatted(JWKS.replace("'x':", "'d': '" + marked + "', 'x':")))
            .statusCode(422)
            .extract()
            .asString();
    assertThat(refused).doesNotContain(marked);
    assertThat(Rows.tablesWith(marked)).isEmpty();
    tenant.post("service-accounts", "{'name': 'A', 'auth': 'private_key_jwt'}").statusCode(422);
    tenant.post("service-accounts", "{'name': 'A', 'jwks': %s}".formatted(JWKS)).statusCode(422);
  }

  private JsonPath make() {
    return tenant
        .post("service-accounts", "{'name': 'Robot'}")
        .statusCode(201)
        .extract()
        .jsonPath();
  }

  private String rotate(String id, String body) {
    return tenant
        .post("service-accounts/" + id + "/rotate-secret", body)
        .statusCode(200)
        .extract()
        .path("data.client.client_secret");
  }

  private static Response token(String client, String secret) {
    return RestAssured.given()
        .auth()
        .preemptive()
        .basic(client, secret)
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token");
  }
}
