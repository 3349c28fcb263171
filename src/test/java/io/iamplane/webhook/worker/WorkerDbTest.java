package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.ChangeNotifier;
import io.iamplane.database.Notifications;
import io.iamplane.directory.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.webhook.receiver.Reaction;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a worker shares its time, and how it ends. */
@QuarkusTest
class WorkerDbTest {

  /** With limits as in production. */
  private static final WorkerSettings PATIENT =
      new WorkerSettings(
          Duration.ofSeconds(15),
          Duration.ofSeconds(60),
          8,
          64,
          Collections.nCopies(9, Duration.ofSeconds(5)),
          Duration.ofSeconds(30),
          Duration.ofDays(5));

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  @Inject Instance<Fleet> fleets;
  @Inject QueueService service;
  @Inject QueueFigures figures;
  @Inject Notifications notifications;

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
  void aReceiverThatHangsDoesNotKeepAHealthyOneWaiting() {
    try (CountingReceiver healthy = CountingReceiver.accepting();
        CountingReceiver hanging = new CountingReceiver(_ -> new Reaction.Hang())) {
      fleet.webhook(tenant, hanging.url(), "iam.grant.*");
      fleet.webhook(tenant, healthy.url(), "iam.grant.*");
      fleet.tell(tenant, 500, 50);
      fleet.start(PATIENT);
      // Less than one request to the other may take.
      await().atMost(Duration.ofSeconds(14)).until(() -> healthy.accepted().size() == 500);
      assertThat(hanging.arrived()).hasSizeLessThanOrEqualTo(PATIENT.perWebhook());
    }
  }

  @Test
  void aStoppedWorkerGivesBackWhatDidNotEnd() {
    try (CountingReceiver hanging = new CountingReceiver(_ -> new Reaction.Hang())) {
      fleet.webhook(tenant, hanging.url(), "iam.grant.*");
      fleet.tell(tenant, 20, 20);
      QueueWorker worker = fleet.start(PATIENT);
      await().until(() -> hanging.arrived().size() == PATIENT.perWebhook());
      long started = System.nanoTime();
      worker.stop(Duration.ofMillis(500));
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(7));
      assertThat(leased()).isEqualTo("0");
      assertThat(Fleet.count(tenant, "pending")).isEqualTo(20);
    }
  }

  @Test
  void aStoppedWorkerWritesWhatEnds() {
    try (CountingReceiver slow =
        new CountingReceiver(_ -> new Reaction.Answer(200, Map.of(), Duration.ofMillis(700)))) {
      fleet.webhook(tenant, slow.url(), "iam.grant.*");
      fleet.tell(tenant, 4, 4);
      QueueWorker worker = fleet.start(PATIENT);
      await().until(() -> slow.arrived().size() == 4);
      worker.stop(Duration.ofSeconds(10));
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(4);
    }
  }

  @Test
  void aCommitWakesTheWorker() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      Idle idle = new Idle();
      try (var _ = notifications.listen(ChangeNotifier.CHANNEL, idle::wake)) {
        QueueWorker worker = fleet.start(PATIENT);
        try (var _ = notifications.listen(ChangeNotifier.CHANNEL, worker::wake)) {
          fleet.tell(tenant, 1, 1);
          await().atMost(Duration.ofSeconds(2)).until(() -> receiver.accepted().size() == 1);
        }
      }
    }
  }

  @Test
  void theServersWorkerStartsAndStops() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      service.start();
      service.start();
      fleet.tell(tenant, 3, 3);
      await().until(() -> receiver.accepted().size() == 3);
      service.stop();
      fleet.tell(tenant, 1, 1);
      assertThat(Fleet.settled(tenant)).isFalse();
      assertThat(figures.of(tenant.id()).pending()).isEqualTo(1);
    }
  }

  @Test
  void figuresArePublished() {
    String metrics =
        RestAssured.given().port(managementPort).get("/q/metrics").then().extract().asString();
    assertThat(metrics)
        .contains("iam_outbox_lag_seconds ", "iam_outbox_pending ", "iam_webhook_dlq ")
        .contains("iam_webhook_attempts_total{outcome=\"delivered\"}");
  }

  @Test
  void whatAWebhookIsDisabledWithIsBuriedTheWaitingFirst() throws SQLException {
    try (CountingReceiver receiver = new CountingReceiver(_ -> Reaction.Answer.of(500))) {
      var webhook =
          fleet.webhook(
              tenant,
              receiver.url(),
              io.iamplane.webhook.subscription.Webhook.Ordering.PER_TARGET,
              "iam.grant.*");
      fleet.tell(tenant, 700, 3);
      Rows.update(
          "UPDATE iam_webhooks SET status = 'disabled' WHERE id = '%s'"
              .formatted(webhook.webhook().id()));
      fleet.start();
      await().until(() -> Fleet.settled(tenant));
      assertThat(receiver.arrived()).isEmpty();
    }
  }

  private String leased() {
    return Fleet.one(
        "SELECT count(*) FROM iam_webhook_deliveries WHERE organization_id = '%s' AND lease_token IS"
                .formatted(tenant.id())
            + " NOT NULL");
  }
}
