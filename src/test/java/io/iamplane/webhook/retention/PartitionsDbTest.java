package io.iamplane.webhook.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
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

  @Test
  void aWeekIsAheadAndASecondRunFindsNothingToDo() throws SQLException {
    partitions.ensure();
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (int day = -1; day <= 7; day++) {
      assertThat(names()).contains(name(today.plusDays(day)));
    }
    Commands.Ended again = commands.run("iam:partitions:ensure", "--json");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out().strip()).isEqualTo("{\"made\":0,\"dropped\":0,\"messages\":0}");
  }

  @Test
  void whatIsPastItsTimeIsDroppedWithWhatItHolds() throws SQLException {
    LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(31);
    Rows.texts("SELECT iam_ensure_delivery_partitions('%1$s', '%1$s', '%1$s')".formatted(old));
    assertThat(names()).contains(name(old));
    assertThat(commands.run("iam:partitions:ensure").out())
        .contains("made 0 partitions, dropped 1, and deleted 0 old events");
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

  private static String name(LocalDate day) {
    return "iam_webhook_deliveries_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  private static List<String> names() throws SQLException {
    return Rows.texts(
        "SELECT inhrelid::regclass::text FROM pg_inherits"
            + " WHERE inhparent = 'iam_webhook_deliveries'::regclass");
  }
}
