package io.iamplane.webhook.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.cli.Commands;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Partitions come and go with the days. */
@QuarkusTest
class PartitionsDbTest {

  @Inject Commands commands;
  @Inject Partitions partitions;
  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;
  @Inject MeterRegistry registry;

  @Test
  void aWeekIsAheadAndASecondRunFindsNothingToDo() throws SQLException {
    partitions.ensure();
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (int day = -1; day <= 7; day++) {
      assertThat(names()).contains(name(today.plusDays(day)));
    }
    Commands.Ended again = commands.run("iam:partitions:ensure", "--json");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out().strip())
        .isEqualTo("{\"made\":0,\"dropped\":0,\"messages\":0,\"unfinished\":0}");
  }

  @Test
  void whatIsPastItsTimeIsDroppedWithWhatItHolds() throws SQLException {
    LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(31);
    Rows.texts("SELECT iam_ensure_delivery_partitions('%1$s', '%1$s', '%1$s')".formatted(old));
    assertThat(names()).contains(name(old));
    assertThat(commands.run("iam:partitions:ensure").out())
        .contains("created 0 partitions, dropped 1, and deleted 0 old events");
    assertThat(names()).doesNotContain(name(old)).isNotEmpty();
  }

  @Test
  void eventsEndTheirTimeUnlessAWebhookWaitsForThem() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    String of = " WHERE organization_id = '%s'".formatted(tenant.organization().id());
    Rows.update("UPDATE iam_outbox_messages SET created_at = now() - interval '33 days'" + of);
    tenant.made("webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['iam.grant.*']}");
    tenant.made("users", "{'name': 'Ann'}");
    Rows.update("UPDATE iam_outbox_messages SET created_at = now() - interval '33 days'" + of);
    partitions.ensure();
    assertThat(Rows.texts("SELECT event_type FROM iam_outbox_messages" + of + " ORDER BY seq"))
        .containsExactly("iam.webhook.created", "iam.user.created");
    while (fanOut.step()) {
      // Until nothing waits.
    }
    partitions.ensure();
    assertThat(Rows.texts("SELECT event_type FROM iam_outbox_messages" + of)).isEmpty();
  }

  @Test
  void anEventIsKeptWhileADeliveryOfItIsNotFinished() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    String of = " WHERE organization_id = '%s'".formatted(tenant.organization().id());
    tenant.made("webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['iam.user.*']}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    tenant.made("users", "{'name': 'Ann'}");
    tenant.made("groups", "{'key': 'crew', 'name': 'Crew'}");
    while (fanOut.step()) {
      // Until nothing waits to be a delivery.
    }
    Rows.update("UPDATE iam_outbox_messages SET created_at = now() - interval '33 days'" + of);
    partitions.ensure();
    String kept = "SELECT event_type FROM iam_outbox_messages" + of + " ORDER BY seq";
    assertThat(Rows.texts(kept)).containsExactly("iam.user.created", "iam.group.created");
    Rows.update("UPDATE iam_webhook_deliveries SET status = 'dead'" + of);
    partitions.ensure();
    assertThat(Rows.texts(kept)).isEmpty();
  }

  @Test
  void whatIsNotFinishedAtItsEndIsToldAndHoldsUpNobody() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    String webhook =
        tenant.made(
            "webhooks",
            "{'url': 'http://localhost:1/', 'event_filters': ['iam.user.*'],"
                + " 'ordering': 'per_target'}");
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.patch("users/ann", "{'name': 'Anne'}").statusCode(200);
    tenant.patch("users/ann", "{'name': 'Anna'}").statusCode(200);
    while (fanOut.step()) {
      // Until nothing waits to be a delivery.
    }
    String of = " FROM iam_webhook_deliveries WHERE webhook_id = '%s'".formatted(webhook);
    String statuses = "SELECT status" + of + " ORDER BY seq";
    assertThat(Rows.texts(statuses)).containsExactly("pending", "waiting", "waiting");
    LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(31);
    Rows.texts("SELECT iam_ensure_delivery_partitions('%1$s', '%1$s', '%1$s')".formatted(old));
    for (String seq : Rows.texts("SELECT seq" + of + " ORDER BY seq LIMIT 2")) {
      Rows.update(
          "UPDATE iam_webhook_deliveries SET id = overlay(id::text placing left("
              + "iam_first_id(timestamptz '%s 12:00Z')::text, 13) from 1 for 13)::uuid"
                  .formatted(old)
              + " WHERE webhook_id = '%s' AND seq = %s".formatted(webhook, seq));
    }
    // A request for the drop alone gets none.
    assertThat(
            Rows.texts(
                "SELECT dropped FROM iam_ensure_delivery_partitions('%1$s', '%1$s', '%2$s')"
                    .formatted(old, old.plusDays(1))))
        .containsExactly("0");
    assertThat(names()).contains(name(old));
    double before = registry.get("iam_webhook_expired").counter().count();
    Partitions.Outcome done = partitions.ensure();
    assertThat(done.unfinished()).isEqualTo(2);
    assertThat(done.dropped()).isEqualTo(1);
    assertThat(names()).doesNotContain(name(old));
    assertThat(registry.get("iam_webhook_expired").counter().count()).isEqualTo(before + 2);
    assertThat(Rows.texts(statuses)).as("the line goes on").containsExactly("pending");
    tenant.delete("webhooks/" + webhook).statusCode(200);
  }

  @Test
  void theFeedTellsWhoMissedEventsAndNobodyElse() throws SQLException {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Ann'}");
    tenant.made("users", "{'name': 'Bob'}");
    List<Integer> seqs = tenant.get("events?limit=100").extract().path("data.data.seq");
    int last = seqs.getLast();
    expire(tenant, last - 1);
    // Who saw the last one that is gone missed nothing, though numbers after it may be gaps.
    tenant
        .get("events?after=" + seqs.get(seqs.size() - 2))
        .body("data.data.seq", contains(last))
        .body("pruned_through", equalTo(seqs.get(seqs.size() - 2)));
    expire(tenant, last);
    // With nothing left, who saw less than all still learns that there was more.
    tenant
        .get("events?after=" + (last - 1))
        .body("data", empty())
        .body("next_after", equalTo(last - 1))
        .body("pruned_through", equalTo(last));
    tenant.get("events?after=" + last).body("pruned_through", equalTo(last));
    tenant.made("users", "{'name': 'Eve'}");
    tenant
        .get("events?after=" + last)
        .body("data", hasSize(1))
        .body("pruned_through", equalTo(last));
    new AdminTenant(platform).get("events").body("pruned_through", equalTo(0));
  }

  private void expire(AdminTenant tenant, int through) throws SQLException {
    Rows.update(
        "UPDATE iam_outbox_messages SET created_at = now() - interval '33 days'"
            + " WHERE organization_id = '%s' AND seq <= %d"
                .formatted(tenant.organization().id(), through));
    partitions.ensure();
  }

  private static String name(LocalDate day) {
    return "iam_webhook_deliveries_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  private static List<String> names() throws SQLException {
    return Rows.texts(
        "SELECT inhrelid::regclass::text FROM pg_inherits"
            + " WHERE inhparent = 'iam_webhook_deliveries'::regclass");
  }
}
