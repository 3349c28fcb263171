package io.iamplane.webhook.retention;

import io.iamplane.database.Sql;
import io.iamplane.webhook.delivery.BusyOrganizations;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The daily partitions of {@code iam_webhook_deliveries}, and expired deliveries and messages. */
@Singleton
class PartitionStore {

  private final Sql sql;

  PartitionStore(Sql sql) {
    this.sql = sql;
  }

  record Changed(int made, int dropped) {}

  Changed ensure(LocalDate first, LocalDate last, LocalDate dropBefore) {
    return sql.list(
            "SELECT made, dropped FROM iam_ensure_delivery_partitions(?, ?, ?)",
            row -> new Changed(row.getInt("made"), row.getInt("dropped")),
            first,
            last,
            dropBefore)
        .getFirst();
  }

  /** A delivery that is past its time and not finished. */
  record Unfinished(UUID id, UUID organization, WebhookId webhook, @Nullable String target)
      implements DeliveryOrderStore.InOrder {}

  /** Some deliveries of before a day that are not finished. */
  List<Unfinished> unfinished(LocalDate before, int most) {
    return sql.list(
        """
        SELECT id, organization_id, webhook_id, target FROM iam_webhook_deliveries
        WHERE id < ? AND status IN ('waiting', 'pending') ORDER BY id LIMIT ?
        """,
        row ->
            new Unfinished(
                row.getObject("id", UUID.class),
                row.getObject("organization_id", UUID.class),
                new WebhookId(row.getObject("webhook_id", UUID.class)),
                row.getString("target")),
        DeliveryId.first(before.atStartOfDay(ZoneOffset.UTC).toInstant()),
        most);
  }

  /** Deletes those of these deliveries that are not finished still. */
  void deleteUnfinished(List<Unfinished> deliveries) {
    sql.batch(
        "DELETE FROM iam_webhook_deliveries WHERE id = ? AND status IN ('waiting', 'pending')",
        deliveries.stream().map(delivery -> new @Nullable Object[] {delivery.id()}).toList());
  }

  /** A message that is past its time. */
  record Expired(UUID organization, long seq) {}

  /**
   * Locks some messages from before a time, until the transaction ends: fanned out, and without
   * unfinished deliveries. Skips messages that another transaction has locked.
   */
  List<Expired> expired(Instant before, int most) {
    // The order of ids is that of fanning out, which is that of the messages.
    return sql.list(
        BusyOrganizations.WITH
            + """
            , needed AS (SELECT b.organization_id, least(
                (SELECT d.seq FROM iam_webhook_deliveries d
                  WHERE d.organization_id = b.organization_id AND d.status = 'pending'
                  ORDER BY d.id LIMIT 1),
                (SELECT d.seq FROM iam_webhook_deliveries d
                  WHERE d.organization_id = b.organization_id AND d.status = 'waiting'
                  ORDER BY d.id LIMIT 1)) AS seq
              FROM busy b)
            SELECT m.organization_id, m.seq FROM iam_outbox_messages m
            LEFT JOIN needed n ON n.organization_id = m.organization_id
            WHERE m.created_at < ? AND (n.seq IS NULL OR m.seq < n.seq) AND NOT EXISTS (
              SELECT 1 FROM iam_outbox_lanes l
              WHERE l.organization_id = m.organization_id AND l.done_seq < m.seq)
            LIMIT ? FOR UPDATE OF m SKIP LOCKED
            """,
        row -> new Expired(row.getObject("organization_id", UUID.class), row.getLong("seq")),
        before,
        most);
  }

  /** Deletes messages, and notes how far that went. */
  void delete(List<Expired> messages) {
    UUID[] organizations = messages.stream().map(Expired::organization).toArray(UUID[]::new);
    Long[] seqs = messages.stream().map(Expired::seq).toArray(Long[]::new);
    sql.update(
        """
        INSERT INTO iam_outbox_pruned (organization_id, pruned_through)
        SELECT organization_id, max(seq) FROM unnest(?::uuid[], ?::bigint[])
          AS gone (organization_id, seq)
        GROUP BY organization_id ORDER BY organization_id
        ON CONFLICT (organization_id) DO UPDATE
          SET pruned_through = greatest(iam_outbox_pruned.pruned_through, excluded.pruned_through)
        """,
        organizations,
        seqs);
    sql.update(
        """
        DELETE FROM iam_outbox_messages m
        USING unnest(?::uuid[], ?::bigint[]) AS gone (organization_id, seq)
        WHERE m.organization_id = gone.organization_id AND m.seq = gone.seq
        """,
        organizations,
        seqs);
  }
}
