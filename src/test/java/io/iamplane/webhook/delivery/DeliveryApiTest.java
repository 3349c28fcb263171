package io.iamplane.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deliveries, dead letters and the feed over HTTP. */
@QuarkusTest
class DeliveryApiTest {

  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;
  @Inject DeliveryService service;
  @Inject Changes changes;

  private AdminTenant tenant;
  private String webhook;

  @BeforeEach
  void aWebhookWithDeliveries() {
    tenant = new AdminTenant(platform);
    webhook = webhook("iam.user.*");
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    fanOut();
  }

  @Test
  void deliveriesAreListedTheLatestFirst() {
    tenant
        .get("webhooks/" + webhook + "/deliveries")
        .statusCode(200)
        .body("data.event_type", everyItem(equalTo("iam.user.created")))
        .body("data.status", everyItem(equalTo("pending")))
        .body("data.tries", everyItem(equalTo(0)))
        .body("data", hasSize(2))
        .body("data[0]", not(hasKey("payload")));
    List<Integer> seqs =
        tenant.get("webhooks/" + webhook + "/deliveries").extract().path("data.seq");
    assertThat(seqs.get(0)).isGreaterThan(seqs.get(1));
    String path = "webhooks/" + webhook + "/deliveries?limit=1";
    String cursor = tenant.get(path).extract().path("next_cursor");
    tenant
        .get(path + "&cursor=" + cursor)
        .body("data.seq", contains(seqs.get(1)))
        .body("next_cursor", nullValue());
  }

  /** The lists show the webhook-id in a receiver's log. */
  @Test
  void listsShowTheIdThatTheRequestsHave() throws SQLException {
    String path = "webhooks/" + webhook + "/deliveries";
    List<String> shown = tenant.get(path).extract().path("data.event_id");
    assertThat(shown).hasSize(2).doesNotHaveDuplicates();
    tenant
        .get("webhooks/deliveries/" + delivery(0))
        .body("data.event_id", equalTo(shown.get(0)))
        .body("data.payload.id", equalTo(shown.get(0)));
    end("dead");
    tenant.get("webhooks/dlq").body("data.event_id", equalTo(shown));
  }

  @Test
  void aTestAnswersWithTheIdOfItsEvent() {
    tenant.get("webhooks/" + webhook).body("data", not(hasKey("event_id")));
    String event =
        tenant
            .post("webhooks/" + webhook + "/test")
            .statusCode(200)
            .extract()
            .path("data.event_id");
    fanOut();
    tenant
        .get("webhooks/" + webhook + "/deliveries")
        .body("data[0].event_type", equalTo("iam.webhook.tested"))
        .body("data[0].event_id", equalTo(event));
  }

  @Test
  void oneShowsItsPayload() {
    tenant
        .get("webhooks/deliveries/" + delivery(0))
        .statusCode(200)
        .body("data.payload.type", equalTo("iam.user.created"))
        .body("data.payload.specversion", equalTo("1.0"))
        .body("data.payload.data.after.name", equalTo("Bob"))
        .body("data.attempts", empty());
    tenant.get("webhooks/deliveries/" + AdminTenant.UNKNOWN_ID).statusCode(404);
    tenant.get("webhooks/deliveries/x").statusCode(404);
  }

  @Test
  void aFinishedDeliveryIsSentAgain() throws SQLException {
    String id = delivery(0);
    tenant.post("webhooks/deliveries/" + id + "/replay").statusCode(409);
    end("delivered");
    tenant
        .post("webhooks/deliveries/" + id + "/replay")
        .statusCode(200)
        .body("data.status", equalTo("pending"))
        .body("data.tries", equalTo(0))
        .body("data.finished_at", nullValue());
    tenant
        .get("audit/events?type=iam.webhook.delivery_replayed")
        .body("data[0].before.status", equalTo("delivered"))
        .body("data[0].target.id", equalTo(id));
    tenant.post("webhooks/deliveries/" + id + "/replay").statusCode(409);
  }

  @Test
  void deadLettersAreListedReplayedByFilterAndDiscarded() throws SQLException {
    String other = webhook("iam.group.*");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    fanOut();
    tenant.get("webhooks/dlq").statusCode(200).body("data", empty());
    end("dead");
    tenant
        .get("webhooks/dlq")
        .body("data", hasSize(3))
        .body("data.status", everyItem(equalTo("dead")))
        .body("data.last_error", everyItem(equalTo("no")));
    tenant
        .post("webhooks/dlq/replay", "{'webhook_id': '%s'}".formatted(other))
        .statusCode(200)
        .body("data.replayed", equalTo(1))
        .body("data.more", equalTo(false));
    tenant.get("webhooks/dlq").body("data.webhook_id", contains(webhook, webhook));
    replays("{'event_type': 'iam.grant.created'}", 0);
    replays("{'to': '2020-01-01T00:00:00Z'}", 0);
    replays("{'from': '2099-01-01T00:00:00Z'}", 0);
    String id = tenant.get("webhooks/dlq").extract().path("data[0].id");
    tenant.delete("webhooks/dlq/" + id).statusCode(200).body("data.id", equalTo(id));
    tenant.delete("webhooks/dlq/" + id).statusCode(404);
    replays("{}", 1);
    tenant.get("webhooks/dlq").body("data", empty());
    tenant
        .get("audit/events?type=iam.webhook.dead_letter")
        .body(
            "data.event_type",
            contains(
                "iam.webhook.dead_letters_replayed",
                "iam.webhook.dead_letter_discarded",
                "iam.webhook.dead_letters_replayed"))
        .body("data[0].after.dead_letters", equalTo(1));
  }

  @Test
  void whatADisabledWebhookMissedIsNotReplayed() throws SQLException {
    String id = delivery(0);
    end("dead");
    tenant.patch("webhooks/" + webhook, "{'status': 'disabled'}").statusCode(200);
    tenant.post("webhooks/deliveries/" + id + "/replay").statusCode(409);
    replays("{}", 0);
    tenant.delete("webhooks/" + webhook).statusCode(200);
    tenant.post("webhooks/deliveries/" + id + "/replay").statusCode(409);
    tenant.get("webhooks/dlq").body("data", hasSize(2));
  }

  /** An outage says nothing about the webhook. */
  @Test
  void aLostConnectionIsNoDisabledWebhook() throws SQLException {
    String id = delivery(0);
    end("dead");
    AtomicBoolean cut = new AtomicBoolean();
    TestDatabase.proxy()
        .cutBefore(statement ->
            statement.contains(" from iam_webhooks ") && cut.compareAndSet(false, true));
    tenant
        .post("webhooks/deliveries/" + id + "/replay")
        .statusCode(403)
        .body("type", equalTo("https://iam/problems/dependency-unavailable"));
    assertThat(cut).isTrue();
    tenant.post("webhooks/deliveries/" + id + "/replay").statusCode(200);
  }

  @Test
  void whatHasNoEventAnyMoreIsNotReplayedAndInNobodysWay() throws SQLException {
    String ann = delivery(1);
    end("dead");
    Rows.update(
        "DELETE FROM iam_outbox_messages WHERE organization_id = '%s' AND seq = %s"
            .formatted(
                tenant.organization().id(),
                Rows.texts("SELECT seq FROM iam_webhook_deliveries WHERE id = '%s'".formatted(ann))
                    .getFirst()));
    tenant
        .post("webhooks/deliveries/" + ann + "/replay")
        .statusCode(409)
        .body("detail", equalTo("The event has expired."));
    replays("{}", 1);
    replays("{}", 0);
    tenant.get("webhooks/dlq").body("data.id", contains(ann));
    tenant.get("webhooks/deliveries/" + ann).statusCode(200).body("data.payload", nullValue());
  }

  @Test
  void whatSomebodyElseReplayedOrDiscardedMeanwhileIsNotCounted() throws SQLException {
    webhook("iam.group.*");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    fanOut();
    end("dead");
    DeliveryService.Found found =
        service.find(tenant.organization().id(), new DeadLetterFilter(null, null, null, null));
    assertThat(found.rows()).hasSize(3);
    assertThat(found.more()).isFalse();
    tenant.post("webhooks/deliveries/" + delivery(0) + "/replay").statusCode(200);
    tenant.delete("webhooks/dlq/" + delivery(1)).statusCode(200);
    assertThat(replayed(found)).isEqualTo(1);
    assertThat(replayed(found)).isZero();
    tenant
        .get("audit/events?type=iam.webhook.dead_letters_replayed")
        .body("data.after.dead_letters", contains(1));
  }

  private int replayed(DeliveryService.Found found) {
    return changes
        .record(
            Change.operational(
                Caller.command(tenant.organization().id(), "tester", "test"),
                tenant.organization().id(),
                recording -> service.replayDead(recording, found)))
        .replayed();
  }

  @ParameterizedTest
  @CsvSource({
    "webhook_id, {'webhook_id': 'x'}",
    "from, {'from': 'yesterday'}",
    "from, {'from': '1960-01-01T00:00:00Z'}",
    "to, '{''from'': ''2026-02-01T00:00:00Z'', ''to'': ''2026-02-01T00:00:00Z''}'",
    "status, {'status': 'dead'}"
  })
  void anUnfitFilterNamesThePlace(String place, String body) {
    tenant.post("webhooks/dlq/replay", body).statusCode(422).body("errors", hasKey(place));
  }

  @Test
  void aTestIsADeliveryToThisWebhookAlone() {
    String other = webhook("iam.webhook.*");
    tenant.post("webhooks/" + webhook + "/test").statusCode(200);
    fanOut();
    tenant
        .get("webhooks/" + webhook + "/deliveries")
        .body("data[0].event_type", equalTo("iam.webhook.tested"));
    tenant
        .get("webhooks/" + other + "/deliveries")
        .body("data.event_type", contains("iam.webhook.created"));
  }

  @Test
  void theFeedHoldsEveryEventInOrder() {
    List<Integer> seqs = tenant.get("events?limit=100").extract().path("data.data.seq");
    assertThat(seqs).isSorted().doesNotHaveDuplicates();
    tenant
        .get("events?limit=100")
        .statusCode(200)
        .body("data.type", org.hamcrest.Matchers.hasItems("iam.user.created"))
        .body("next_after", equalTo(seqs.getLast()))
        .body("pruned_through", equalTo(0));
    tenant
        .get("events?limit=1&after=" + seqs.get(1))
        .body("data.data.seq", contains(seqs.get(2)))
        .body("next_after", equalTo(seqs.get(2)));
    tenant
        .get("events?after=" + seqs.getLast())
        .body("data", empty())
        .body("next_after", equalTo(seqs.getLast()));
    for (String after : List.of("x", "-1", "1.5", "99999999999999999999")) {
      tenant.get("events?after=" + after).statusCode(422).body("errors", hasKey("after"));
    }
    tenant.get("events?limit=0").statusCode(422).body("errors", hasKey("limit"));
    new AdminTenant(platform).get("events").body("data.type", not(hasSize(0)));
  }

  @Test
  void whereTheOrderCountsOneIsPendingAndTheOthersWait() throws SQLException {
    String id =
        tenant.made(
            "webhooks",
            "{'url': 'http://localhost:1/', 'event_filters': ['iam.user.*'], 'ordering':"
                + " 'per_target'}");
    tenant.patch("users/ann", "{'name': 'Anne'}").statusCode(200);
    tenant.patch("users/ann", "{'name': 'Anna'}").statusCode(200);
    tenant.patch("users/bob", "{'name': 'Rob'}").statusCode(200);
    fanOut();
    String path = "webhooks/" + id + "/deliveries";
    tenant.get(path).body("data.status", contains("pending", "waiting", "pending"));
    // The first about Ann died: a replay comes before the one that waits, and after the next.
    Rows.update(
        "UPDATE iam_webhook_deliveries SET status = 'dead' WHERE webhook_id = '%s' AND seq = (SELECT"
                .formatted(id)
            + " min(seq) FROM iam_webhook_deliveries WHERE webhook_id = '%s')".formatted(id));
    String dead = tenant.get("webhooks/dlq").extract().path("data[0].id");
    tenant
        .post("webhooks/deliveries/" + dead + "/replay")
        .statusCode(200)
        .body("data.status", equalTo("pending"));
    tenant.get(path).body("data.status", containsInAnyOrder("pending", "waiting", "pending"));
    assertThat(dead).isNotNull();
    tenant.get("webhooks/deliveries/" + dead).body("data.next_attempt_at", notNullValue());
  }

  private String webhook(String filter) {
    return tenant.made(
        "webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['%s']}".formatted(filter));
  }

  private void fanOut() {
    while (fanOut.step()) {
      // Until everything is a delivery.
    }
  }

  private String delivery(int place) {
    return tenant
        .get("webhooks/" + webhook + "/deliveries")
        .extract()
        .path("data[%d].id".formatted(place));
  }

  private void replays(String body, int count) {
    tenant.post("webhooks/dlq/replay", body).statusCode(200).body("data.replayed", equalTo(count));
  }

  private void end(String status) throws SQLException {
    Rows.update(
        "UPDATE iam_webhook_deliveries SET status = '%s', tries = 10, last_error = 'no',"
                .formatted(status)
            + " finished_at = now() WHERE organization_id = '%s'"
                .formatted(tenant.organization().id()));
  }
}
