package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.webhook.subscription.IssuedWebhook;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Selects the messages for an organization's webhooks, and finishes messages without any. */
@QuarkusTest
class LanesDbTest {

  @Inject Instance<Fleet> fleets;
  @Inject FanOut fanOut;

  private Fleet fleet;
  private Organization tenant;

  @BeforeEach
  void aTenant() {
    fleet = fleets.get();
    tenant = fleet.tenant();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void whatHappenedWhileNoWebhookWasActiveIsSentToNone() {
    IssuedWebhook webhook = webhook();
    fleet.disable(tenant, webhook);
    fleet.tell(tenant, 3, 3);
    fleet.enable(tenant, webhook);
    fleet.tell(tenant, 1, 1);
    fleet.fanOut();
    assertThat(Fleet.count(tenant, "pending")).isEqualTo(1);
  }

  @Test
  void whatHappenedBetweenTwoWebhooksIsSentToNone() {
    fleet.disable(tenant, webhook());
    fleet.tell(tenant, 3, 3);
    webhook();
    fleet.tell(tenant, 1, 1);
    fleet.fanOut();
    assertThat(Fleet.count(tenant, "pending")).isEqualTo(1);
  }

  @Test
  void anotherWebhookTakesNothingFromTheFirst() {
    webhook();
    fleet.tell(tenant, 3, 3);
    fleet.disable(tenant, webhook());
    fleet.fanOut();
    assertThat(Fleet.count(tenant, "pending")).isEqualTo(3);
  }

  @Test
  void messagesThatNoWebhookIsActiveForAreSkippedAndNoOthers() throws SQLException {
    Organization other = fleet.tenant();
    fleet.webhook(other, "http://localhost:1/", "iam.grant.*");
    fleet.disable(tenant, webhook());
    fleet.tell(tenant, 3, 3);
    fleet.tell(other, 3, 3);
    assertThat(Fleet.settled(tenant)).isFalse();
    fanOut.skip();
    assertThat(Fleet.settled(tenant)).isTrue();
    assertThat(Fleet.settled(other)).as("a webhook waits for these").isFalse();
    fleet.fanOut();
    assertThat(Fleet.count(other, "pending")).isEqualTo(3);
    assertThat(lane()).isEqualTo(head());
  }

  private IssuedWebhook webhook() {
    return fleet.webhook(tenant, "http://localhost:1/", "iam.grant.*");
  }

  private String lane() throws SQLException {
    return Rows.texts(
            "SELECT done_seq FROM iam_outbox_lanes WHERE organization_id = '%s'"
                .formatted(tenant.id()))
        .getFirst();
  }

  private String head() throws SQLException {
    return Rows.texts(
            "SELECT seq FROM iam_audit_heads WHERE organization_id = '%s'".formatted(tenant.id()))
        .getFirst();
  }
}
