package io.iamplane.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks over HTTP. */
@QuarkusTest
class WebhookApiTest {

  private static final String BODY =
      "{'url': 'https://hooks.example.com/iam', 'event_filters': ['iam.grant.*']}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aWebhookIsMadeWithASecretThatNothingShowsAgain() {
    Response made = tenant.raw("POST", "webhooks", BODY);
    String id = made.path("data.id");
    made.then()
        .statusCode(201)
        .header("Location", "/api/iam/v1/webhooks/" + id)
        .header("ETag", "\"1\"")
        .body("data.secret", matchesPattern("whsec_[A-Za-z0-9+/]{43}="))
        .body("data.has_secret", equalTo(true))
        .body("data.status", equalTo("active"))
        .body("data.ordering", equalTo("none"));
    tenant
        .get("webhooks/" + id)
        .statusCode(200)
        .body("data", not(hasKey("secret")))
        .body("data.url", equalTo("https://hooks.example.com/iam"))
        .body("data.event_filters", contains("iam.grant.*"))
        .body("data.failing_since", nullValue())
        .body("data.disabled_reason", nullValue());
    tenant.get("webhooks").body("data.id", contains(id)).body("next_cursor", nullValue());
    tenant
        .get("audit/events?type=iam.webhook.")
        .body("data.event_type", contains("iam.webhook.created"))
        .body("data[0].after.url", equalTo("https://hooks.example.com/iam"));
  }

  @Test
  void whatIsChangedIsToldAndWhatIsNotIsNot() {
    String id = tenant.made("webhooks", BODY);
    tenant
        .patch("webhooks/" + id, "{'event_filters': ['*', '*'], 'ordering': 'per_target'}")
        .statusCode(200)
        .header("ETag", "\"2\"")
        .body("data.event_filters", contains("*"))
        .body("data.ordering", equalTo("per_target"));
    tenant.patch("webhooks/" + id, "{'ordering': 'per_target'}").header("ETag", "\"2\"");
    tenant
        .patch("webhooks/" + id, "{'status': 'disabled'}")
        .statusCode(200)
        .body("data.status", equalTo("disabled"));
    tenant.post("webhooks/" + id + "/test").statusCode(409);
    tenant.patch("webhooks/" + id, "{'status': 'active'}").header("ETag", "\"4\"");
    tenant
        .request()
        .header("If-Match", "\"1\"")
        .contentType("application/json")
        .body("{\"status\": \"disabled\"}")
        .patch(AdminTenant.PATH + "webhooks/" + id)
        .then()
        .statusCode(412);
    tenant
        .get("audit/events?type=iam.webhook.")
        .body(
            "data.event_type",
            contains(
                "iam.webhook.updated",
                "iam.webhook.disabled",
                "iam.webhook.updated",
                "iam.webhook.created"));
  }

  @Test
  void aDeletedWebhookIsGoneWithItsSecret() throws SQLException {
    String id = tenant.made("webhooks", BODY);
    tenant.delete("webhooks/" + id).statusCode(200).body("data.id", equalTo(id));
    tenant.get("webhooks/" + id).statusCode(404);
    tenant.get("webhooks/" + id + "/deliveries").statusCode(404);
    tenant.delete("webhooks/" + id).statusCode(404);
    tenant.patch("webhooks/" + id, "{'status': 'active'}").statusCode(404);
    tenant.post("webhooks/" + id + "/rotate-secret").statusCode(404);
    tenant.get("webhooks").body("data", empty());
    assertThat(
            Rows.texts(
                "SELECT coalesce(sealed_secret::text, 'none') FROM iam_webhooks WHERE id = '%s'"
                    .formatted(id)))
        .containsExactly("none");
  }

  @Test
  void aSecretIsRotatedWithAnOverlap() {
    Response made = tenant.raw("POST", "webhooks", BODY);
    String path = "webhooks/" + made.path("data.id");
    String first = made.path("data.secret");
    String second =
        tenant
            .post(path + "/rotate-secret", "{'grace_period': 'PT1H'}")
            .statusCode(200)
            .body("data.previous_secret_expires_at", notNullValue())
            .extract()
            .path("data.secret");
    assertThat(second).isNotEqualTo(first).startsWith("whsec_");
    tenant
        .post(path + "/rotate-secret", "{'compromised': true}")
        .statusCode(200)
        .body("data.previous_secret_expires_at", nullValue());
    tenant
        .post(path + "/rotate-secret", "{'grace_period': 'P31D'}")
        .statusCode(422)
        .body("errors", hasKey("grace_period"));
    tenant.get("audit/events?type=iam.webhook.secret_rotated").body("data", hasSize(2));
  }

  @Test
  void aSecondRotationDoesNotCutTheGraceOfTheFirstShort() throws SQLException {
    Response made = tenant.raw("POST", "webhooks", BODY);
    String path = "webhooks/" + made.path("data.id");
    String until =
        tenant
            .post(path + "/rotate-secret", "{'grace_period': 'PT1H'}")
            .statusCode(200)
            .extract()
            .path("data.previous_secret_expires_at");
    for (String body : List.of("{}", "{'grace_period': 'PT2H'}", "{'grace_period': 'PT1S'}")) {
      tenant
          .post(path + "/rotate-secret", body)
          .statusCode(409)
          .body("detail", containsString(until));
    }
    tenant.get(path).body("data.previous_secret_expires_at", equalTo(until));
    tenant.get("audit/events?type=iam.webhook.secret_rotated").body("data", hasSize(1));
    assertThat(secrets(made)).isEqualTo("2");
    tenant
        .post(path + "/rotate-secret", "{'grace_period': 'PT0S'}")
        .statusCode(200)
        .body("data.previous_secret_expires_at", nullValue());
    assertThat(secrets(made)).isEqualTo("1");
    tenant.post(path + "/rotate-secret", "{'grace_period': 'PT1H'}").statusCode(200);
  }

  @Test
  void aPreviousSecretThatExpiredIsForgottenAndInNobodysWay() throws SQLException {
    Response made = tenant.raw("POST", "webhooks", BODY);
    String path = "webhooks/" + made.path("data.id");
    tenant.post(path + "/rotate-secret", "{'grace_period': 'PT1H'}").statusCode(200);
    expirePrevious(made);
    tenant.post(path + "/rotate-secret", "{'grace_period': 'PT1H'}").statusCode(200);
    assertThat(secrets(made)).isEqualTo("2");
    tenant.patch(path, "{'ordering': 'per_target'}").statusCode(200);
    assertThat(secrets(made)).as("one that still signs is kept").isEqualTo("2");
    expirePrevious(made);
    tenant
        .patch(path, "{'ordering': 'none'}")
        .statusCode(200)
        .body("data.previous_secret_expires_at", nullValue());
    assertThat(secrets(made)).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'url': 'https://hooks.example.com/v2'}|true",
        "{'url': 'https://hooks.example.com/iam'}|false",
        "{'event_filters': ['*']}|false",
        "{'status': 'disabled'}|false"
      })
  void anotherUrlHasNoFailuresYet(String body, boolean forgotten) throws SQLException {
    String path = failing();
    tenant
        .patch(path, body)
        .statusCode(200)
        .body("data.failing_since", forgotten ? nullValue() : notNullValue());
    tenant.get(path).body("data.failing_since", forgotten ? nullValue() : notNullValue());
  }

  @Test
  void aWebhookThatIsEnabledAgainHasNoFailuresYet() throws SQLException {
    String path = failing();
    tenant.patch(path, "{'status': 'disabled'}").statusCode(200);
    tenant.get(path).body("data.failing_since", notNullValue());
    tenant.patch(path, "{'status': 'active'}").statusCode(200);
    tenant.get(path).body("data.failing_since", nullValue());
  }

  /** The path of a webhook with a receiver that has failed for long. */
  private String failing() throws SQLException {
    String id = tenant.made("webhooks", BODY);
    Rows.update(
        "INSERT INTO iam_webhook_failures VALUES ('%s', now() - interval '20 days', now())"
            .formatted(id));
    return "webhooks/" + id;
  }

  private static void expirePrevious(Response made) throws SQLException {
    Rows.update(
        "UPDATE iam_webhooks SET previous_secret_expires_at = now() - interval '1 second'"
            + " WHERE id = '%s'".formatted(made.<String>path("data.id")));
  }

  /** Counts the stored secrets of a webhook. */
  private static String secrets(Response made) throws SQLException {
    return Rows.texts(
            "SELECT num_nonnulls(sealed_secret, sealed_previous_secret) FROM iam_webhooks"
                + " WHERE id = '%s'".formatted(made.<String>path("data.id")))
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url|{'url': 'http://hooks.example.com/', 'event_filters': ['*']}",
        "url|{'url': 'https://10.0.0.1/', 'event_filters': ['*']}",
        "url|{'url': 'https://169.254.169.254/latest', 'event_filters': ['*']}",
        "url|{'url': 'https://a:b@hooks.example.com/', 'event_filters': ['*']}",
        "url|{'url': 'https://hooks.example.com:22/', 'event_filters': ['*']}",
        "url|{'url': ' ', 'event_filters': ['*']}",
        "url|{'event_filters': ['*']}",
        "event_filters|{'url': 'https://hooks.example.com/'}",
        "event_filters|{'url': 'https://hooks.example.com/', 'event_filters': []}",
        "event_filters[1]|{'url': 'https://hooks.example.com/', 'event_filters': ['*', 'iam.x.*']}",
        "secret|{'url': 'https://hooks.example.com/', 'event_filters': ['*'], 'secret': 'mine'}",
        "ordering|{'url': 'https://hooks.example.com/', 'event_filters': ['*'], 'ordering': 'x'}"
      })
  void unfitInputNamesThePlace(String place, String body) {
    tenant.post("webhooks", body).statusCode(422).body("errors", hasKey(place));
    String id = tenant.made("webhooks", BODY);
    if (!body.startsWith("{'event_filters'") && body.contains("event_filters")) {
      tenant.patch("webhooks/" + id, body).statusCode(422).body("errors", hasKey(place));
    }
  }

  @Test
  void aListIsFilteredAndCut() {
    String one = tenant.made("webhooks", BODY);
    String two = tenant.made("webhooks", BODY);
    tenant.patch("webhooks/" + one, "{'status': 'disabled'}").statusCode(200);
    tenant.get("webhooks?filter[status]=disabled").body("data.id", contains(one));
    String cursor =
        tenant.get("webhooks?limit=1").body("data.id", contains(one)).extract().path("next_cursor");
    tenant.get("webhooks?limit=1&cursor=" + cursor).body("data.id", contains(two));
    tenant.get("webhooks?filter[status]=deleted").statusCode(422);
  }

  @Test
  void thereAreNotAnyNumberOfThem() throws SQLException {
    String id = tenant.made("webhooks", BODY);
    Rows.update(
        ("INSERT INTO iam_webhooks SELECT gen_random_uuid(), organization_id, url, event_filters,"
                + " ordering, status, disabled_reason, sealed_secret, NULL, NULL, 1, created_at,"
                + " updated_at FROM iam_webhooks, generate_series(1, 99) WHERE id = '%s'")
            .formatted(id));
    tenant.post("webhooks", BODY).statusCode(409);
    Rows.update(
        "DELETE FROM iam_webhooks WHERE organization_id = '%s' AND id <> '%s'"
            .formatted(tenant.organization().id(), id));
    tenant.post("webhooks", BODY).statusCode(201);
  }

  @Test
  void readersDoNotManage() {
    List<String> writes = List.of("", "/test", "/rotate-secret");
    String id = tenant.made("webhooks", BODY);
    AdminTenant withoutRights =
        tenant.as(platform.token(platform.clientWithoutRights(tenant.organization())));
    for (String write : writes) {
      withoutRights.post("webhooks" + (write.isEmpty() ? "" : "/" + id + write)).statusCode(403);
    }
    withoutRights.get("webhooks").statusCode(403);
    withoutRights.get("events").statusCode(403);
  }
}
