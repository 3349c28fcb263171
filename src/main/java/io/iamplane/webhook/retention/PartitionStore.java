package io.iamplane.webhook.retention;

import io.iamplane.database.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * The daily partitions of {@code iam_webhook_deliveries}, and messages that are past their time.
 */
@ApplicationScoped
class PartitionStore {

  private final Sql sql;

  PartitionStore(Sql sql) {
    this.sql = sql;
  }

  /** What was made and dropped. */
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

  /** A message that is past its time. */
  record Expired(UUID organization, long seq) {}

  /**
   * Locks some messages of before a moment that no webhook waits for, until the transaction ends.
   * What somebody else has locked is left for another time.
   */
  List<Expired> expired(Instant before, int most) {
    return sql.list(
        """
        SELECT m.organization_id, m.seq FROM iam_outbox_messages m
        WHERE m.created_at < ? AND NOT EXISTS (
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
