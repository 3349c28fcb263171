package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.governance.review.ReviewReminders;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reminder of an access review reaches its mailer, once a day. */
@QuarkusTest
class ReminderDeliveryDbTest {

  @Inject Instance<Fleet> fleets;
  @Inject TestPlatform platform;
  @Inject ReviewReminders reminders;

  private Fleet fleet;
  private AdminTenant tenant;

  @BeforeEach
  void aRunningCampaign() {
    fleet = fleets.get();
    fleet.calm();
    tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Rita', 'external_id': 'rita'}");
    String campaign =
        tenant.made(
            "access-reviews/campaigns",
            "{'name': 'Autumn', 'reviewer_strategy': 'named', 'reviewer': 'user:rita',"
                + " 'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}");
    tenant.post("access-reviews/campaigns/" + campaign + "/open").statusCode(200);
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void aReminderIsDeliveredOnceADay() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      fleet.webhook(tenant.organization(), receiver.url(), "iam.access_review.reminder");
      fleet.start();
      reminders.send(Instant.parse("2026-12-01T09:00:00Z"));
      reminders.send(Instant.parse("2026-12-01T09:15:00Z"));
      reminders.send(Instant.parse("2026-12-02T09:00:00Z"));
      await().until(() -> Fleet.settled(tenant.organization()));
      assertThat(receiver.arrived())
          .hasSize(2)
          .allSatisfy(request ->
              assertThat(request.body())
                  .contains("iam.access_review.reminder", "\"audience\":\"reviewer\"", "inbox"))
          .anySatisfy(request -> assertThat(request.body()).contains("2026-12-01"))
          .anySatisfy(request -> assertThat(request.body()).contains("2026-12-02"));
    }
  }
}
