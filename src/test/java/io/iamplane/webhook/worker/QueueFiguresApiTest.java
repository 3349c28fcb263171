package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.QueueFigures.Figures;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reported age of waiting messages and deliveries. */
@QuarkusTest
class QueueFiguresApiTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;
  @Inject QueueFigures figures;

  private AdminTenant tenant;
  private String webhook;

  @BeforeEach
  void aWebhook() {
    tenant = new AdminTenant(platform);
    webhook =
        tenant.made(
            "webhooks",
            "{'url': 'http://localhost:1/', 'event_filters': ['iam.user.*'],"
                + " 'ordering': 'per_target'}");
  }

  @AfterEach
  void end() {
    tenant.delete("webhooks/" + webhook).statusCode(200);
  }

  @Test
  void aReplayedDeliveryIsAsOldAsItsReplay() throws SQLException {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    fanOut();
    made("20 hours", ids().getFirst());
    assertThat(lag()).isBetween(Duration.ofHours(19), Duration.ofHours(21));
    dies(ids().getFirst());
    assertThat(lag()).isZero();
    assertThat(now().dead()).isEqualTo(1);
    tenant.post("webhooks/deliveries/" + ids().getFirst() + "/replay").statusCode(200);
    fanOut();
    assertThat(lag()).isLessThan(MINUTE);
    assertThat(now()).extracting(Figures::pending, Figures::dead).containsExactly(1L, 0L);
    // It does not hide another one, which is younger than it and older than its replay.
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    fanOut();
    made("2 hours", ids().getLast());
    assertThat(lag()).isBetween(Duration.ofHours(1), Duration.ofHours(3));
    assertThat(figures.ofAll().lag()).isGreaterThan(Duration.ofHours(1));
  }

  @Test
  void whatWaitsBehindAReplayIsAsOldAsItIs() throws SQLException {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    fanOut();
    dies(ids().getFirst());
    tenant.post("webhooks/deliveries/" + ids().getFirst() + "/replay").statusCode(200);
    tenant.patch("users/ann", "{'name': 'Anne'}").statusCode(200);
    fanOut();
    made("3 hours", ids().getLast());
    assertThat(now().pending()).isEqualTo(2);
    assertThat(lag()).isBetween(Duration.ofHours(2), Duration.ofHours(4));
  }

  @Test
  void whatIsNotFannedOutCountsToo() throws SQLException {
    assertThat(now().dead()).isZero();
    tenant.made("users", "{'name': 'Ann'}");
    Rows.update(
        "UPDATE iam_outbox_messages SET created_at = now() - interval '5 hours'"
            + " WHERE organization_id = '%s'".formatted(tenant.organization().id()));
    assertThat(now().pending()).isPositive();
    assertThat(lag()).isBetween(Duration.ofHours(4), Duration.ofHours(6));
    assertThat(figures.ofAll().lag()).isGreaterThanOrEqualTo(Duration.ofHours(4));
    fanOut();
    assertThat(lag()).isLessThan(MINUTE);
  }

  private Figures now() {
    return figures.of(tenant.organization().id());
  }

  private Duration lag() {
    return now().lag();
  }

  private void fanOut() {
    while (fanOut.step()) {
      // Until everything is a delivery.
    }
  }

  private List<String> ids() throws SQLException {
    return Rows.texts(
        "SELECT id FROM iam_webhook_deliveries WHERE webhook_id = '%s' ORDER BY seq"
            .formatted(webhook));
  }

  private static void dies(String id) throws SQLException {
    Rows.update(
        "UPDATE iam_webhook_deliveries SET status = 'dead', finished_at = now() WHERE id = '%s'"
            .formatted(id));
  }

  /** Has a delivery be made so long ago. */
  private static void made(String ago, String id) throws SQLException {
    Rows.update(
        ("UPDATE iam_webhook_deliveries SET id = overlay(id::text placing"
                + " left(iam_first_id(now() - interval '%s')::text, 13) from 1 for 13)::uuid"
                + " WHERE id = '%s'")
            .formatted(ago, id));
  }
}
