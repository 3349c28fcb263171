package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.receiver.Received;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.net.http.HttpHeaders;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets that verify a receiver's requests, from the API's rotation to the request. */
@QuarkusTest
class SecretRotationApiTest {

  @Inject TestPlatform platform;
  @Inject Instance<Fleet> fleets;

  private Fleet fleet;
  private AdminTenant tenant;
  private CountingReceiver receiver;
  private String path;
  private String first;

  @BeforeEach
  void aWebhookAndAWorker() {
    fleet = fleets.get();
    fleet.calm();
    tenant = new AdminTenant(platform);
    fleet.adopt(tenant.organization());
    receiver = CountingReceiver.accepting();
    Response made =
        tenant.raw(
            "POST",
            "webhooks",
            "{'url': '%s', 'event_filters': ['iam.user.*']}".formatted(receiver.url()));
    path = "webhooks/" + made.path("data.id");
    first = made.path("data.secret");
    fleet.start();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
    receiver.close();
  }

  @Test
  void bothSecretsVerifyDuringTheOverlapAndTheNewOneAloneAfterIt() throws SQLException {
    Received before = next();
    verifies(first, before);
    String second = rotate("{'grace_period': 'PT1H'}");
    verifies(second, before, false);
    Received during = next();
    verifies(first, during);
    verifies(second, during);
    Rows.update(
        "UPDATE iam_webhooks SET previous_secret_expires_at = now() - interval '1 second'"
            + " WHERE organization_id = '%s'".formatted(tenant.organization().id()));
    Received after = next();
    verifies(second, after);
    verifies(first, after, false);
  }

  @Test
  void aSecretThatOthersKnowSignsNoMore() {
    String second = rotate("{'grace_period': 'PT1H'}");
    String third = rotate("{'compromised': true}");
    Received request = next();
    verifies(third, request);
    verifies(first, request, false);
    verifies(second, request, false);
  }

  private String rotate(String body) {
    return tenant.post(path + "/rotate-secret", body).statusCode(200).extract().path("data.secret");
  }

  /** Makes something happen, and returns the request about it. */
  private Received next() {
    int known = receiver.arrived().size();
    tenant.made("users", "{'name': 'Ann'}");
    await().until(() -> receiver.arrived().size() > known);
    return receiver.arrived().getLast();
  }

  private static void verifies(String secret, Received request) {
    verifies(secret, request, true);
  }

  private static void verifies(String secret, Received request, boolean good) {
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of(
                "webhook-id", List.of(request.id()),
                "webhook-timestamp", List.of(request.timestamp()),
                "webhook-signature", List.of(request.signature())),
            (_, _) -> true);
    if (good) {
      assertThatCode(() -> new Webhook(secret).verify(request.body(), headers))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> new Webhook(secret).verify(request.body(), headers))
          .isInstanceOf(WebhookVerificationException.class);
    }
  }
}
