package io.iamplane.governance.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reminders of a campaign with 20,000 reviewers, each with an item received from another one. */
@QuarkusTest
@Tag("stress")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReminderVolumeDbTest {

  private static final Logger LOG = Logger.getLogger(ReminderVolumeDbTest.class);
  private static final int ROWS = Integer.getInteger("stress.rows", 20_000);

  @Inject TestPlatform platform;
  @Inject ReviewReminders reminders;

  @Test
  void eachIsRemindedInTimeAndTheNextLookCostsLittle() throws Exception {
    Rows.update("UPDATE iam_access_reviews SET status = 'cancelled'");
    AdminTenant tenant = AdminTenant.notLoaded(platform);
    Volume volume = new Volume(tenant.organization().id());
    volume.users(ROWS);
    volume.grants(ROWS);
    String campaign =
        tenant.made(
            "access-reviews/campaigns",
            "{'name': 'All', 'scope_json': {'application_keys': ['docs']}, 'reviewer_strategy':"
                + " 'manager', 'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}");
    tenant.post("access-reviews/campaigns/" + campaign + "/open").statusCode(200);
    Rows.update(
        """
        WITH people AS (
          SELECT id, row_number() OVER () - 1 AS n FROM iam_users
          WHERE organization_id = '%1$s'),
        items AS (
          SELECT id, row_number() OVER () - 1 AS n FROM iam_access_review_items
          WHERE campaign_id = '%2$s')
        UPDATE iam_access_review_items i SET reviewer = 'user:' || a.id,
          delegated_by = ARRAY['user:' || b.id]
        FROM items, people a, people b
        WHERE i.id = items.id AND i.campaign_id = '%2$s' AND a.n = items.n %% %3$d
          AND b.n = (items.n + 1) %% %3$d
        """
            .formatted(tenant.organization().id(), campaign, ROWS));
    Rows.update("ANALYZE iam_access_review_items, iam_users");
    Instant start = Instant.now();
    ReviewReminders.Sent first = reminders.send(Instant.parse("2026-12-01T12:00:00Z"));
    Duration sent = Duration.between(start, Instant.now());
    start = Instant.now();
    ReviewReminders.Sent second = reminders.send(Instant.parse("2026-12-01T12:15:00Z"));
    Duration again = Duration.between(start, Instant.now());
    LOG.infof(
        "%d reminders in %d ms; the next look took %d ms",
        first.reminders(), sent.toMillis(), again.toMillis());
    assertThat(first.failed() + second.failed()).isZero();
    assertThat(first.reminders()).isGreaterThan(ROWS / 4);
    assertThat(second.reminders()).isZero();
    assertThat(sent).isLessThan(Duration.ofSeconds(60));
    assertThat(again).isLessThan(Duration.ofSeconds(2));
  }
}
