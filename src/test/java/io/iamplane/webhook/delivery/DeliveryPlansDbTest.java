package io.iamplane.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Plans;
import io.iamplane.testing.Plans.Plan;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.worker.Backlog;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A page of deliveries is a range of one index in each day's partition, however many there are. */
@QuarkusTest
class DeliveryPlansDbTest {

  private static final String DEAD = "webhook_id_id_idx1";

  @Inject TestPlatform platform;
  @Inject Plans plans;

  @Test
  void pagesAreRangesOfAnIndex() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    OrganizationId organization = tenant.organization().id();
    WebhookId webhook = webhook(tenant);
    Backlog.dead(organization, webhook.value(), 20_000);
    Backlog.analyze();
    for (String after : new String[] {null, UuidV7.next().toString()}) {
      PageRequest page = new PageRequest(25, after);
      requireRange(DeliveryReader.ofWebhookQuery(webhook, page), "webhook_id_id_idx");
      requireRange(DeliveryReader.deadQuery(organization, page), "organization_id_status_id_idx");
    }
    tenant.get("webhooks/dlq?limit=100").statusCode(200);
    tenant.patch("webhooks/" + webhook, "{'status': 'disabled'}").statusCode(200);
  }

  @Test
  void whatIsReplayedIsARangeOfTheIndexOfDeadLettersOfEachActiveWebhook() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    OrganizationId organization = tenant.organization().id();
    WebhookId disabled = webhook(tenant);
    WebhookId webhook = webhook(tenant);
    Backlog.dead(organization, disabled.value(), 20_000);
    Backlog.dead(organization, webhook.value(), 2_000);
    for (int other = 0; other < 20; other++) {
      // Most have fewer than are asked for, so that to read all of one might look cheap.
      Backlog.dead(organization, UuidV7.next(), 10);
    }
    Backlog.analyze();
    tenant.patch("webhooks/" + disabled, "{'status': 'disabled'}").statusCode(200);
    for (UUID wanted : new UUID[] {null, webhook.value()}) {
      DeadLetterFilter filter =
          new DeadLetterFilter(wanted, null, Instant.EPOCH, Instant.now().plusSeconds(60));
      Plan plan =
          plans.of(
              DeliveryReader.REPLAYABLE,
              DeliveryReader.replayableParameters(organization, filter, 1_001));
      assertThat(plan.nodes())
          .as(plan.text())
          .doesNotContain("Seq Scan", "Hash Join", "Merge Join");
      assertThat(plan.bitmaps())
          .as("a tenant's few webhooks may be looked up so, %s", plan.text())
          .allMatch(name -> name.startsWith("iam_webhooks_"));
      assertThat(plan.indexes()).as(plan.text()).anyMatch(name -> name.endsWith(DEAD));
      assertThat(plan.indexes())
          .as(plan.text())
          .allMatch(
              name -> name.endsWith(DEAD) || name.matches("iam_webhooks_.*|.*_messages_pkey"));
      // What the active webhooks give is sorted: a thousand and one of each at most.
      assertThat(plan.nodes().stream().filter(node -> node.endsWith("Sort")).count())
          .as(plan.text())
          .isEqualTo(1);
    }
    for (int left : new int[] {2_000, 1_000}) {
      tenant
          .post("webhooks/dlq/replay", "{}")
          .statusCode(200)
          .body("data.replayed", equalTo(1_000))
          .body("data.more", equalTo(left > 1_000));
    }
    tenant.post("webhooks/dlq/replay", "{}").body("data.replayed", equalTo(0));
    tenant.patch("webhooks/" + webhook, "{'status': 'disabled'}").statusCode(200);
  }

  private static WebhookId webhook(AdminTenant tenant) {
    return WebhookId.parse(
            tenant.made(
                "webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['iam.grant.*']}"))
        .orElseThrow();
  }

  private void requireRange(Keyset query, String index) {
    assertThat(query.sql()).contains("last_error").doesNotContain("attempts");
    Plan plan = plans.of(query);
    assertThat(plan.nodes())
        .as(plan.text())
        .startsWith("Limit")
        .doesNotContain("Seq Scan", "Bitmap Heap Scan", "Sort");
    List<String> ofToday = plan.indexes().stream().filter(name -> name.endsWith(index)).toList();
    assertThat(ofToday).as(plan.text()).isNotEmpty();
  }
}
