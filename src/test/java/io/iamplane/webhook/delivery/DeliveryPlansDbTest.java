package io.iamplane.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import org.junit.jupiter.api.Test;

/** A page of deliveries is a range of one index in each day's partition, however many there are. */
@QuarkusTest
class DeliveryPlansDbTest {

  @Inject TestPlatform platform;
  @Inject Plans plans;

  @Test
  void pagesAreRangesOfAnIndex() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    OrganizationId organization = tenant.organization().id();
    WebhookId webhook =
        WebhookId.parse(
                tenant.made(
                    "webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['iam.grant.*']}"))
            .orElseThrow();
    Backlog.dead(organization, webhook.value(), 20_000);
    for (String after : new String[] {null, UuidV7.next().toString()}) {
      PageRequest page = new PageRequest(25, after);
      requireRange(DeliveryReader.ofWebhookQuery(webhook, page), "webhook_id_id_idx");
      requireRange(DeliveryReader.deadQuery(organization, page), "organization_id_status_id_idx");
    }
    tenant.get("webhooks/dlq?limit=100").statusCode(200);
    tenant.patch("webhooks/" + webhook, "{'status': 'disabled'}").statusCode(200);
  }

  private void requireRange(Keyset query, String index) {
    Plan plan = plans.of(query);
    assertThat(plan.nodes())
        .as(plan.text())
        .startsWith("Limit")
        .doesNotContain("Seq Scan", "Bitmap Heap Scan", "Sort");
    List<String> ofToday = plan.indexes().stream().filter(name -> name.endsWith(index)).toList();
    assertThat(ofToday).as(plan.text()).isNotEmpty();
  }
}
