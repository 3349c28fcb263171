package io.iamplane.webhook.worker;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** How far each organization's messages were fanned out. */
@ApplicationScoped
class LaneStore {

  private final Sql sql;

  LaneStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * An organization with messages to fan out.
   *
   * @param done the last number that was
   * @param head the last number that there is
   */
  record LaneRow(OrganizationId organization, long done, long head) {}

  /** A message without its body. */
  record MessageRow(long seq, String type, String subject) {}

  /**
   * Takes the next organization that has messages and that no other worker has, until the
   * transaction ends.
   *
   * @param last the one before, so that all get their turn
   */
  Optional<LaneRow> next(UUID last) {
    return sql.first(
        """
        SELECT l.organization_id, l.done_seq, h.seq FROM iam_outbox_lanes l
        JOIN iam_audit_heads h ON h.organization_id = l.organization_id AND h.seq > l.done_seq
        ORDER BY l.organization_id <= ?, l.organization_id LIMIT 1 FOR UPDATE OF l SKIP LOCKED
        """,
        row ->
            new LaneRow(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getLong("done_seq"),
                row.getLong("seq")),
        last);
  }

  /** The messages of a lane, in their order. */
  List<MessageRow> messages(LaneRow lane, int most) {
    return sql.list(
        """
        SELECT seq, event_type, body::json ->> 'subject' AS subject FROM iam_outbox_messages
        WHERE organization_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?
        """,
        row ->
            new MessageRow(
                row.getLong("seq"), row.getString("event_type"), row.getString("subject")),
        lane.organization().value(),
        lane.done(),
        lane.head(),
        most);
  }

  void advance(LaneRow lane, long done) {
    sql.updateOne(
        "UPDATE iam_outbox_lanes SET done_seq = ? WHERE organization_id = ?",
        done,
        lane.organization().value());
  }
}
