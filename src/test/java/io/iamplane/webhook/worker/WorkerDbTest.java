package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.ChangeSignals;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.claim.DeadLetteringStore;
import io.iamplane.webhook.claim.QueueStore;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.delivery.Attempt;
import io.iamplane.webhook.delivery.DeliveryStatus;
import io.iamplane.webhook.outcome.DeliveryOutcome;
import io.iamplane.webhook.outcome.DeliveryOutcomes;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.subscription.IssuedWebhook;
import io.iamplane.webhook.subscription.Webhook;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The worker's division of time, and its shutdown. */
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
  @Inject ChangeSignals signals;
  @Inject Transactions transactions;
  @Inject DeadLetteringStore burials;
  @Inject QueueStore queue;
  @Inject DeliveryOutcomes outcomes;

  private final AtomicInteger arrivals = new AtomicInteger();
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
      try (var _ = signals.listen(_ -> idle.wake())) {
        QueueWorker worker = fleet.start(PATIENT);
        try (var _ = signals.listen(_ -> worker.wake())) {
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
  void whatWasOnItsWayToADisabledWebhookIsBuriedTheWaitingFirst() throws SQLException {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      IssuedWebhook webhook =
          fleet.webhook(tenant, receiver.url(), Webhook.Ordering.PER_TARGET, "iam.grant.*");
      fleet.tell(tenant, 700, 3);
      fleet.fanOut();
      assertThat(failOne(webhook)).isOne();
      fleet.disable(tenant, webhook);
      fleet.start();
      await().until(() -> Fleet.settled(tenant));
      assertThat(receiver.arrived()).isEmpty();
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(700);
      // The error of an attempt stays: it may be why a person disabled the webhook.
      assertThat(errors(webhook))
          .isEqualTo(
              "1 The receiver returned 500. The webhook was disabled.; 699 The webhook was"
                  + " disabled.");
      // When no fan-out to it can still run, it is no longer looked at.
      assertThat(burials(webhook)).isEqualTo("1");
      transactions.run(() -> burials.forget(Instant.now()));
      assertThat(burials(webhook)).isEqualTo("1");
      transactions.run(() -> burials.forget(Instant.now().plusSeconds(61)));
      assertThat(burials(webhook)).isEqualTo("0");
    }
  }

  @Test
  void oneThatFailsAgainLongAfterItFailedIsNotDisabled() throws SQLException {
    try (CountingReceiver receiver =
        new CountingReceiver(
            request -> Reaction.Answer.of(arrivals.incrementAndGet() > 1 ? 200 : 503))) {
      IssuedWebhook webhook = fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      Rows.update(
          "INSERT INTO iam_webhook_failures VALUES ('%s', now() - interval '60 days', now() - interval '55 days')"
              .formatted(webhook.webhook().id()));
      fleet.start();
      fleet.tell(tenant, 1, 1);
      await().until(() -> Fleet.settled(tenant));
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(1);
      assertThat(
              Fleet.one(
                  "SELECT status FROM iam_webhooks WHERE id = '%s'"
                      .formatted(webhook.webhook().id())))
          .isEqualTo("active");
    }
  }

  @Test
  void aSecretThatCannotBeOpenedStopsNobodyElse() throws SQLException {
    try (CountingReceiver unreadable = CountingReceiver.accepting();
        CountingReceiver healthy = CountingReceiver.accepting()) {
      IssuedWebhook webhook = fleet.webhook(tenant, unreadable.url(), "iam.grant.*");
      Organization other = fleet.tenant();
      fleet.webhook(other, healthy.url(), "iam.grant.*");
      Rows.update(
          "UPDATE iam_webhooks SET sealed_secret = decode(repeat('00', 60), 'hex') WHERE id = '%s'"
              .formatted(webhook.webhook().id()));
      fleet.tell(tenant, 3, 3);
      fleet.start();
      fleet.tell(other, 50, 50);
      await().until(() -> Fleet.settled(other));
      assertThat(healthy.accepted()).hasSize(50);
      assertThat(unreadable.arrived()).isEmpty();
      assertThat(Fleet.count(tenant, "pending")).as("nothing is lost").isEqualTo(3);
    }
  }

  @Test
  void eventsThatCannotBeFannedOutStopNobodyElse() throws SQLException {
    try (CountingReceiver healthy = CountingReceiver.accepting()) {
      fleet.webhook(tenant, healthy.url(), "iam.grant.*");
      Organization other = fleet.tenant();
      fleet.webhook(other, healthy.url(), "iam.grant.*");
      fleet.tell(tenant, 20, 20);
      fleet.fanOut();
      Rows.update(
          "CREATE FUNCTION test_no_delivery() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE EXCEPTION 'no delivery today'; END $$");
      Rows.update(
          "CREATE TRIGGER test_no_delivery BEFORE INSERT ON iam_webhook_deliveries FOR EACH ROW"
              + " WHEN (NEW.organization_id = '%s') EXECUTE FUNCTION test_no_delivery()"
                  .formatted(other.id()));
      try {
        fleet.tell(other, 5, 5);
        fleet.start();
        fleet.tell(tenant, 20, 20);
        await().until(() -> Fleet.settled(tenant));
        assertThat(Fleet.count(tenant, "delivered")).isEqualTo(40);
        assertThat(Fleet.settled(other)).isFalse();
      } finally {
        Rows.update("DROP FUNCTION test_no_delivery CASCADE");
      }
      await().until(() -> Fleet.settled(other));
      assertThat(Fleet.count(other, "delivered")).isEqualTo(5);
    }
  }

  @Test
  void aTenantOfManySlowReceiversLeavesRoomForAnother() {
    try (CountingReceiver slow = new CountingReceiver(_ -> new Reaction.Hang());
        CountingReceiver healthy = CountingReceiver.accepting()) {
      for (int i = 0; i < 20; i++) {
        fleet.webhook(tenant, slow.url(), "iam.grant.*");
      }
      Organization other = fleet.tenant();
      fleet.webhook(other, healthy.url(), "iam.grant.*");
      fleet.tell(tenant, 50, 50);
      fleet.start(PATIENT);
      await().until(() -> slow.arrived().size() == PATIENT.perWorker() / 2);
      fleet.tell(other, 200, 50);
      await().atMost(Duration.ofSeconds(14)).until(() -> healthy.accepted().size() == 200);
      assertThat(slow.arrived()).hasSize(PATIENT.perWorker() / 2);
    }
  }

  @Test
  void aStoppedWorkerBeginsNoRequest() {
    try (CountingReceiver receiver =
        new CountingReceiver(_ ->
            new Reaction.Answer(
                200,
                Map.of(),
                arrivals.incrementAndGet() > 50 ? Duration.ofMillis(400) : Duration.ZERO))) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.tell(tenant, 300, 50);
      QueueWorker worker = fleet.start(PATIENT);
      await().until(() -> arrivals.get() > 55);
      worker.stop(Duration.ofSeconds(10));
      int answered = receiver.accepted().size();
      assertThat(answered).as("more was claimed than was on its way").isLessThan(300);
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(answered);
      assertThat(leased()).isEqualTo("0");
    }
  }

  @Test
  void whatWasAnsweredWellIsDeliveredThoughTheLeaseIsAnothersByThen() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      String url = receiver.url();
      WebhookId webhook = fleet.webhook(tenant, url, "iam.grant.*").webhook().id();
      fleet.tell(tenant, 1, 1);
      fleet.fanOut();
      UUID one = UUID.randomUUID();
      Claim claim = claim(webhook, one, Instant.now());
      UUID two = UUID.randomUUID();
      assertThat(claim(webhook, two, Instant.now().plusSeconds(61)).id()).isEqualTo(claim.id());
      Attempt failed = new Attempt(Instant.now(), 1, 503, "no", null);
      write(new DeliveryOutcome(claim, url, failed, DeliveryStatus.DEAD, null, false), one);
      assertThat(Fleet.count(tenant, "pending")).as("a failure shows nothing").isEqualTo(1);
      Attempt answered = new Attempt(Instant.now(), 1, 204, null, null);
      write(new DeliveryOutcome(claim, url, answered, DeliveryStatus.DELIVERED, null, false), one);
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(1);
      write(new DeliveryOutcome(claim, url, failed, DeliveryStatus.DEAD, null, false), two);
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(1);
    }
  }

  @Test
  void aWorkerThatEndedByItselfIsNotAlive() {
    QueueWorker worker = fleet.start(PATIENT);
    assertThat(worker.alive()).isTrue();
    worker.abandon();
    await().until(() -> !worker.alive());
    assertThat(service.alive()).as("nothing was started").isTrue();
  }

  private Claim claim(WebhookId webhook, UUID token, Instant now) {
    return transactions.call(() -> {
      List<QueueStore.Want> wants = List.of(new QueueStore.Want(webhook, 1, Instant.EPOCH));
      List<Claim> claims = queue.due(wants, new UUID(0, 0), 1, now);
      queue.lease(claims, token, now.plusSeconds(60));
      return claims.getFirst();
    });
  }

  private void write(DeliveryOutcome ending, UUID token) {
    outcomes.write(List.of(ending), token);
  }

  private static String burials(IssuedWebhook webhook) {
    return Fleet.one(
        "SELECT count(*) FROM iam_webhook_burials WHERE webhook_id = '%s'"
            .formatted(webhook.webhook().id()));
  }

  private static int failOne(IssuedWebhook webhook) throws SQLException {
    return Rows.update(
        """
        UPDATE iam_webhook_deliveries SET last_error = 'The receiver returned 500.'
        WHERE id = (SELECT id FROM iam_webhook_deliveries WHERE webhook_id = '%s'
          AND status = 'pending' ORDER BY id LIMIT 1)
        """
            .formatted(webhook.webhook().id()));
  }

  private static String errors(IssuedWebhook webhook) {
    return Fleet.one(
        """
        SELECT string_agg(number || ' ' || last_error, '; ' ORDER BY last_error) FROM (
          SELECT last_error, count(*) AS number FROM iam_webhook_deliveries
          WHERE webhook_id = '%s' GROUP BY 1) AS of_each
        """
            .formatted(webhook.webhook().id()));
  }

  private String leased() {
    return Fleet.one(
        "SELECT count(*) FROM iam_webhook_deliveries WHERE organization_id = '%s' AND lease_token IS"
                .formatted(tenant.id())
            + " NOT NULL");
  }
}
