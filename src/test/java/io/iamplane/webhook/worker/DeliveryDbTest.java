package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Effect;
import io.iamplane.directory.organization.Organization;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.receiver.Received;
import io.iamplane.webhook.subscription.IssuedWebhook;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Outcomes of single deliveries. */
@QuarkusTest
class DeliveryDbTest {

  @Inject Instance<Fleet> fleets;

  private Fleet fleet;
  private Organization tenant;

  @BeforeEach
  void aTenant() {
    fleet = fleets.get();
    fleet.calm();
    tenant = fleet.tenant();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void anEventArrivesOnceSignedAndIsThatOfTheOutbox() throws Exception {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      IssuedWebhook webhook = fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(tenant, 1, 1);
      settle();
      Received request = receiver.arrived().getFirst();
      assertThat(receiver.arrived()).hasSize(1);
      assertThat(request.id()).isEqualTo(Fleet.events(tenant, "iam.grant.%").getFirst());
      assertThat(request.body())
          .isEqualTo(
              Fleet.one(
                  "SELECT body FROM iam_outbox_messages WHERE id = '%s'".formatted(request.id())));
      new Webhook(webhook.secret().reveal()).verify(request.body(), headers(request));
    }
  }

  @Test
  void aRolledBackChangeTellsNobody() {
    try (CountingReceiver receiver = CountingReceiver.accepting()) {
      fleet.webhook(tenant, receiver.url(), "*");
      fleet.start();
      assertThatThrownBy(() ->
              fleet
                  .changes()
                  .record(
                      Change.operational(
                          Fleet.caller(tenant.id()),
                          tenant.id(),
                          recording -> {
                            recording.add(
                                Effect.created(EventType.GRANT_CREATED, "grant", "no", Map.of()));
                            throw new IllegalStateException("no");
                          })))
          .isInstanceOf(IllegalStateException.class);
      fleet.tell(tenant, 1, 1);
      settle();
      assertThat(receiver.arrived()).noneMatch(request -> request.body().contains("grant:no"));
    }
  }

  @Test
  void anotherTenantHearsNothing() {
    try (CountingReceiver ours = CountingReceiver.accepting();
        CountingReceiver theirs = CountingReceiver.accepting()) {
      Organization other = fleet.tenant();
      fleet.webhook(tenant, ours.url(), "*");
      fleet.webhook(other, theirs.url(), "*");
      fleet.start();
      fleet.tell(tenant, 20, 5);
      settle();
      await().until(() -> Fleet.settled(other));
      assertThat(theirs.accepted().keySet()).doesNotContainAnyElementsOf(ours.accepted().keySet());
      assertThat(theirs.accepted().keySet())
          .containsExactlyInAnyOrderElementsOf(Fleet.events(other, "iam.webhook.created"));
    }
  }

  @Test
  void aFailureIsTriedAgainUnderTheSameId() {
    AtomicInteger tries = new AtomicInteger();
    try (CountingReceiver receiver =
        new CountingReceiver(_ -> Reaction.Answer.of(tries.incrementAndGet() < 3 ? 503 : 200))) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(tenant, 1, 1);
      settle();
      assertThat(receiver.arrived())
          .hasSize(3)
          .extracting(Received::id)
          .containsOnly(Fleet.events(tenant, "iam.grant.%").getFirst());
      assertThat(attempts()).contains("\"status_code\": 503").contains("\"status_code\": 200");
    }
  }

  @Test
  void theLastTryLeadsToTheDeadLetters() {
    try (CountingReceiver receiver = new CountingReceiver(_ -> Reaction.Answer.of(500))) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(tenant, 1, 1);
      settle();
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(1);
      assertThat(receiver.arrived()).hasSize(10);
      assertThat(
              Fleet.one(
                  "SELECT count(*) FROM iam_webhook_failures f JOIN iam_webhooks w ON w.id ="
                      + " f.webhook_id"
                      + " WHERE w.organization_id = '%s'".formatted(tenant.id())))
          .isEqualTo("1");
    }
  }

  @Test
  void aRedirectIsAFailureAndIsNotFollowed() {
    try (CountingReceiver elsewhere = CountingReceiver.accepting();
        CountingReceiver receiver =
            new CountingReceiver(_ ->
                new Reaction.Answer(307, Map.of("Location", elsewhere.url()), Duration.ZERO))) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(tenant, 1, 1);
      settle();
      assertThat(elsewhere.arrived()).isEmpty();
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(1);
    }
  }

  @Test
  void goneDisablesTheWebhookAndTellsSo() {
    try (CountingReceiver receiver = new CountingReceiver(_ -> Reaction.Answer.of(410));
        CountingReceiver watcher = CountingReceiver.accepting()) {
      IssuedWebhook webhook = fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.webhook(tenant, watcher.url(), "iam.webhook.disabled");
      fleet.start();
      fleet.tell(tenant, 30, 30);
      await().until(() -> status(webhook).equals("disabled"));
      await().until(() -> watcher.arrived().size() == 1);
      settle();
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(30);
      assertThat(watcher.arrived().getFirst().body())
          .contains("The receiver returned 410.", webhook.webhook().id().toString());
      assertThat(Fleet.events(tenant, "iam.webhook.disabled")).hasSize(1);
    }
  }

  @Test
  void goneFromAFormerUrlDisablesNothing() {
    AtomicReference<IssuedWebhook> moved = new AtomicReference<>();
    try (CountingReceiver present = CountingReceiver.accepting();
        CountingReceiver former =
            new CountingReceiver(_ -> {
              fleet.move(tenant, moved.get(), present.url());
              return Reaction.Answer.of(410);
            });
        CountingReceiver gone = new CountingReceiver(_ -> Reaction.Answer.of(410))) {
      moved.set(fleet.webhook(tenant, former.url(), "iam.grant.*"));
      fleet.start();
      fleet.tell(tenant, 1, 1);
      settle();
      // One thread disables: when it has disabled two more, it has looked at the first one.
      for (int others = 0; others < 2; others++) {
        IssuedWebhook other = fleet.webhook(tenant, gone.url(), "iam.grant.*");
        fleet.tell(tenant, 1, 1);
        await().until(() -> status(other).equals("disabled"));
      }
      settle();
      assertThat(former.arrived()).hasSize(1);
      assertThat(present.arrived()).hasSize(2);
      assertThat(status(moved.get())).isEqualTo("active");
      assertThat(Fleet.events(tenant, "iam.webhook.disabled")).hasSize(2);
    }
  }

  @Test
  void failingForTooLongDisablesTheWebhook() {
    WorkerSettings impatient =
        new WorkerSettings(
            Fleet.QUICK.timeout(),
            Fleet.QUICK.lease(),
            4,
            16,
            Fleet.QUICK.pauses(),
            Fleet.QUICK.breakerPause(),
            Duration.ofMillis(30));
    try (CountingReceiver receiver = new CountingReceiver(_ -> Reaction.Answer.of(500))) {
      IssuedWebhook webhook = fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start(impatient);
      fleet.tell(tenant, 5, 5);
      await().until(() -> status(webhook).equals("disabled"));
      settle();
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(5);
      assertThat(
              Fleet.one(
                  "SELECT disabled_reason FROM iam_webhooks WHERE id = '%s'"
                      .formatted(webhook.webhook().id())))
          .startsWith("The receiver has been failing since ");
    }
  }

  @Test
  void retryAfterIsObeyed() {
    try (CountingReceiver receiver =
        new CountingReceiver(
            _ -> new Reaction.Answer(429, Map.of("Retry-After", "3600"), Duration.ZERO))) {
      fleet.webhook(tenant, receiver.url(), "iam.grant.*");
      fleet.start();
      fleet.tell(tenant, 1, 1);
      await().until(() -> attempts().contains("429"));
      assertThat(
              Fleet.one(
                  "SELECT next_attempt_at > now() + interval '50 minutes' FROM"
                      + " iam_webhook_deliveries"
                      + " WHERE organization_id = '%s'".formatted(tenant.id())))
          .isEqualTo("t");
    }
  }

  @Test
  void eventsAboutOneTargetArriveInOrderWhereThatIsAskedThoughTheyFail() {
    inOrder(2);
  }

  @Test
  @Tag("stress")
  void soTheyDoThoughTheyFailAsOftenAsTheyAreTried() {
    inOrder(9);
  }

  private void inOrder(int repetitions) {
    WorkerSettings trying =
        new WorkerSettings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Fleet.QUICK.perWebhook(),
            Fleet.QUICK.perWorker(),
            Fleet.QUICK.pauses().subList(0, repetitions),
            Fleet.QUICK.breakerPause(),
            Fleet.QUICK.disableAfter());
    Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
    try (CountingReceiver receiver =
        new CountingReceiver(request ->
            // Everything fails once, and whatever is about g3 always.
            Reaction.Answer.of(
                request.body().contains("grant:g3\"")
                        || seen.computeIfAbsent(request.id(), _ -> new AtomicInteger())
                                .incrementAndGet()
                            < 2
                    ? 500
                    : 200))) {
      fleet.webhook(
          tenant,
          receiver.url(),
          io.iamplane.webhook.subscription.Webhook.Ordering.PER_TARGET,
          "iam.grant.*");
      for (int i = 0; i < 3; i++) {
        fleet.start(trying);
      }
      fleet.tell(tenant, 100, 5);
      settle();
      assertThat(Fleet.count(tenant, "delivered")).isEqualTo(80);
      assertThat(Fleet.count(tenant, "dead")).isEqualTo(20);
      for (int target = 0; target < 5; target++) {
        String subject = "\"grant:g" + target + "\"";
        List<String> ids =
            receiver.arrived().stream()
                .filter(request -> request.body().contains(subject))
                .map(Received::id)
                .distinct()
                .toList();
        List<String> all =
            receiver.arrived().stream()
                .filter(request -> request.body().contains(subject))
                .map(Received::id)
                .toList();
        assertThat(ids).hasSize(20).isSorted();
        // DeliveryAttempts of one event lie together: nothing overtook it.
        assertThat(all).isSorted();
      }
    }
  }

  private String status(IssuedWebhook webhook) {
    return Fleet.one(
        "SELECT status FROM iam_webhooks WHERE id = '%s'".formatted(webhook.webhook().id()));
  }

  private String attempts() {
    return Fleet.one(
        "SELECT coalesce((SELECT attempts::text FROM iam_webhook_deliveries"
            + " WHERE organization_id = '%s' LIMIT 1), '')".formatted(tenant.id()));
  }

  private void settle() {
    await().atMost(Duration.ofSeconds(30)).until(() -> Fleet.settled(tenant));
  }

  private static HttpHeaders headers(Received request) {
    return HttpHeaders.of(
        Map.of(
            "webhook-id", List.of(request.id()),
            "webhook-timestamp", List.of(request.timestamp()),
            "webhook-signature", List.of(request.signature())),
        (_, _) -> true);
  }
}
