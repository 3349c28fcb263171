package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.receiver.Received;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A webhook after its owner loses the right to read its events. */
@QuarkusTest
class LostRightsDbTest {

  @Inject Instance<Fleet> fleets;
  @Inject TestPlatform platform;
  @Inject WebhookService webhooks;

  private Fleet fleet;
  private AdminTenant administrator;
  private IssuedClient client;
  private String reads;

  @BeforeEach
  void aRobotThatMaySubscribeToGrants() {
    fleet = fleets.get();
    fleet.calm();
    administrator = new AdminTenant(platform);
    fleet.adopt(administrator.organization());
    client = platform.clientWithoutRights(administrator.organization());
    grant("iam:webhooks.read");
    grant("iam:webhooks.manage");
    reads = grant("iam:grants.read");
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void aRevokedPermissionEndsTheWebhookAndNoOther() {
    try (CountingReceiver robots = CountingReceiver.accepting();
        CountingReceiver administrators = CountingReceiver.accepting();
        CountingReceiver commands = CountingReceiver.accepting()) {
      String webhook = robotSubscribes(robots);
      administrator.made("webhooks", body(administrators));
      fleet.webhook(administrator.organization(), commands.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(administrator.organization(), 1, 1);
      await().until(() -> robots.accepted().size() == 1);

      administrator.post("grants/" + reads + "/revoke", "{}").statusCode(200);

      await().untilAsserted(() -> isDisabled(webhook));
      fleet.tell(administrator.organization(), 5, 5);
      await().until(() -> administrators.accepted().size() == 7 && commands.accepted().size() == 7);
      assertThat(robots.arrived())
          .hasSize(1)
          .extracting(Received::body)
          .noneMatch(body -> body.contains("iam.grant.revoked"));
    }
  }

  @Test
  void aSuspendedOwnerEndsTheWebhookUntilAnotherTakesItOn() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      String webhook = robotSubscribes(receiver);
      fleet.start();
      platform.suspend(administrator.organization(), client);
      await().untilAsserted(() -> isDisabled(webhook));

      administrator.patch("webhooks/" + webhook, "{'status': 'active'}").statusCode(200);
      fleet.tell(administrator.organization(), 1, 1);
      await().until(() -> receiver.accepted().size() == 1);
      administrator.get("webhooks/" + webhook).body("data.status", equalTo("active"));
    }
  }

  /** The change waits for its turn, while another account may take the webhook on. */
  @Test
  void aJudgementOfTheOwnerBeforeDisablesNothing() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      String webhook = robotSubscribes(receiver);
      Authority judged = owner(webhook);
      administrator.patch("webhooks/" + webhook, "{'ordering': 'per_target'}").statusCode(200);

      disable(webhook, judged);
      administrator.get("webhooks/" + webhook).body("data.status", equalTo("active"));

      assertThat(owner(webhook).subject()).isNotEqualTo(judged.subject());
      disable(webhook, owner(webhook));
      isDisabled(webhook);
    }
  }

  private void disable(String webhook, Authority judged) {
    fleet
        .changes()
        .record(
            webhooks.disabling(
                administrator.organization().id(),
                new WebhookId(UUID.fromString(webhook)),
                judged,
                "The owner no longer holds a permission."));
  }

  private static Authority owner(String webhook) {
    String where = " FROM iam_webhooks WHERE id = '%s'".formatted(webhook);
    return new Authority(
        SubjectRef.parse(Fleet.one("SELECT authorized_by" + where)).orElseThrow(),
        Aal.parse(Fleet.one("SELECT authorized_aal" + where)).orElseThrow());
  }

  private void isDisabled(String webhook) {
    administrator
        .get("webhooks/" + webhook)
        .body("data.status", equalTo("disabled"))
        .body("data.disabled_reason", containsString("no longer holds"));
  }

  private String robotSubscribes(CountingReceiver receiver) {
    return administrator.as(platform.token(client)).made("webhooks", body(receiver));
  }

  private static String body(CountingReceiver receiver) {
    return "{'url': '%s', 'event_filters': ['iam.grant.*']}".formatted(receiver.url());
  }

  private String grant(String permission) {
    return administrator.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
            .formatted(platform.subject(client), permission));
  }
}
