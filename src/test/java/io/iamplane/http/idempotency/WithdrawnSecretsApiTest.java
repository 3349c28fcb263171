package io.iamplane.http.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A repeated request shows a secret only while it is the present one. */
@QuarkusTest
class WithdrawnSecretsApiTest {

  private static final String ACCOUNT = "{'name': 'Machine'}";

  @Inject TestPlatform platform;
  @Inject Sql sql;
  @Inject Transactions transactions;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aCreationReplayedAfterACompromisedRotationShowsNoSecret() {
    String key = key();
    Response made = send("service-accounts", key, ACCOUNT);
    String secret = made.path("data.client.client_secret");
    String path = "service-accounts/" + made.path("data.id");
    send("service-accounts", key, ACCOUNT)
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", "true")
        .body("data.client.client_secret", equalTo(secret));
    send(path + "/rotate-secret", key(), "{'compromised': true}").then().statusCode(200);
    withdrawn("service-accounts", key, ACCOUNT, secret);
    assertThat(tenant.get("service-accounts").extract().jsonPath().getList("data.name"))
        .as("it is not carried out again")
        .filteredOn("Machine"::equals)
        .hasSize(1);
  }

  @Test
  void aRotationIsReplayedUntilTheNextOne() {
    String path = account() + "/rotate-secret";
    String first = key();
    String second = key();
    String secret = send(path, first, "{}").path("data.client.client_secret");
    send(path, first, "{}")
        .then()
        .statusCode(200)
        .body("data.client.client_secret", equalTo(secret));
    String later = send(path, second, "{}").path("data.client.client_secret");
    withdrawn(path, first, "{}", secret);
    send(path, second, "{}")
        .then()
        .statusCode(200)
        .body("data.client.client_secret", equalTo(later));
  }

  @Test
  void aDeletedAccountsSecretIsShownNoMore() {
    String key = key();
    Response made = send("service-accounts", key, ACCOUNT);
    tenant.delete("service-accounts/" + made.path("data.id")).statusCode(200);
    withdrawn("service-accounts", key, ACCOUNT, made.path("data.client.client_secret"));
  }

  @Test
  void anApplicationsFirstSecretToo() {
    String manifest =
        tenant
            .raw("POST", "applications/warehouse/manifests", AdminTenant.WAREHOUSE)
            .then()
            .statusCode(201)
            .extract()
            .path("data.id");
    String path = "manifests/" + manifest + "/apply";
    String key = key();
    String secret = send(path, key, null).path("data.client_secret");
    assertThat(secret).isNotNull();
    tenant.post("applications/warehouse/rotate-secret").statusCode(200);
    withdrawn(path, key, null, secret);
  }

  @Test
  void aWebhooksSecretLikewise() {
    String body = "{'url': 'https://hooks.example.com/in', 'event_filters': ['iam.user.*']}";
    String key = key();
    Response made = send("webhooks", key, body);
    String secret = made.path("data.secret");
    send("webhooks", key, body).then().statusCode(201).body("data.secret", equalTo(secret));
    String path = "webhooks/" + made.path("data.id");
    String rotation = key();
    String second = send(path + "/rotate-secret", rotation, "{}").path("data.secret");
    withdrawn("webhooks", key, body, secret);
    tenant.delete(path).statusCode(200);
    withdrawn(path + "/rotate-secret", rotation, "{}", second);
  }

  @Test
  void othersAnswersStay() {
    String key = key();
    String secret = send("service-accounts", key, ACCOUNT).path("data.client.client_secret");
    tenant.post(account() + "/rotate-secret", "{'compromised': true}").statusCode(200);
    send("service-accounts", key, ACCOUNT)
        .then()
        .statusCode(201)
        .body("data.client.client_secret", equalTo(secret));
  }

  @Test
  void anotherRequestUnderTheKeyIsStillRefusedAsOne() {
    String key = key();
    Response made = send("service-accounts", key, ACCOUNT);
    tenant.delete("service-accounts/" + made.path("data.id")).statusCode(200);
    send("service-accounts", key, "{'name': 'Other'}").then().statusCode(422);
  }

  @Test
  void theSealedAnswerIsWiped() {
    String key = key();
    Response made = send("service-accounts", key, ACCOUNT);
    assertThat(stored(key)).isNotEmpty();
    tenant.delete("service-accounts/" + made.path("data.id")).statusCode(200);
    assertThat(stored(key)).isEmpty();
  }

  /** Simulates an answer stored by a version without references to its secrets. */
  @Test
  void anAnswerThatDoesNotSayWhoseSecretItShowsIsNotShown() {
    String key = key();
    String secret = send("service-accounts", key, ACCOUNT).path("data.client.client_secret");
    transactions.call(() ->
        sql.update(
            "UPDATE iam_idempotent_answers SET secrets = NULL WHERE idempotency_key = ?", key));
    withdrawn("service-accounts", key, ACCOUNT, secret);
    String other = key();
    send("groups", other, "{'key': 'g', 'name': 'G'}").then().statusCode(201);
    send("groups", other, "{'key': 'g', 'name': 'G'}")
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", "true");
  }

  private String account() {
    return "service-accounts/" + tenant.made("service-accounts", "{'name': 'Another'}");
  }

  private void withdrawn(String path, String key, String body, String secret) {
    send(path, key, body)
        .then()
        .statusCode(409)
        .body("detail", containsString("contained a secret"))
        .body(not(containsString(secret)));
  }

  private byte[] stored(String key) {
    return transactions.call(() ->
        sql.first(
                "SELECT answer FROM iam_idempotent_answers WHERE idempotency_key = ?",
                row -> row.getBytes("answer"),
                key)
            .orElseThrow());
  }

  private Response send(String path, String key, String body) {
    var request = tenant.request().header("Idempotency-Key", key);
    if (body != null) {
      request.contentType(ContentType.JSON).body(body.replace('\'', '"'));
    }
    return request.post(AdminTenant.PATH + path);
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }
}
