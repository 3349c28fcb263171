package io.iamplane.webhook.retention;

import io.iamplane.database.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.LocalDate;

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

  /** Deletes some messages of before a moment that no webhook waits for; how many there were. */
  int deleteMessages(Instant before, int most) {
    return sql.update(
        """
        DELETE FROM iam_outbox_messages WHERE ctid = ANY (ARRAY (
          SELECT m.ctid FROM iam_outbox_messages m
          WHERE m.created_at < ? AND NOT EXISTS (
            SELECT 1 FROM iam_outbox_lanes l
            WHERE l.organization_id = m.organization_id AND l.done_seq < m.seq)
          LIMIT ?))
        """,
        before,
        most);
  }
}
