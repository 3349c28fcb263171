package io.iamplane.webhook.worker;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.right.OwnerRights.Moment;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The position of the fan-out in each organization's messages. */
@Singleton
class FanOutStore {

  /** The number of messages that one step skips at most. */
  private static final int WAITING = 100;

  private final Sql sql;

  FanOutStore(Sql sql) {
    this.sql = sql;
  }

  /** An organization with messages, and the moment that it is at. */
  record Due(OrganizationId organization, Moment moment) {}

  /** An organization with messages to fan out, after {@code done} and up to {@code head}. */
  record LaneRow(OrganizationId organization, long done, long head) {

    /** The same up to a message; empty when all of that were fanned out. */
    Optional<LaneRow> through(long message) {
      return message > done
          ? Optional.of(new LaneRow(organization, done, Math.min(head, message)))
          : Optional.empty();
    }
  }

  /** A message without its body. */
  record MessageRow(long seq, String type, String subject) {}

  /**
   * Organizations that have messages, in the order of their turns; the first follows {@code last}.
   */
  List<Due> waiting(UUID last) {
    return sql.list(
        """
        SELECT l.organization_id, h.seq, v.version FROM iam_outbox_lanes l
        JOIN iam_audit_heads h ON h.organization_id = l.organization_id AND h.seq > l.done_seq
        JOIN iam_policy_versions v ON v.organization_id = l.organization_id
        ORDER BY l.organization_id <= ?, l.organization_id LIMIT ?
        """,
        row ->
            new Due(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                new Moment(row.getLong("version"), row.getLong("seq"))),
        last,
        WAITING);
  }

  /** Takes a lane for this transaction; empty without messages, or if another worker has it. */
  Optional<LaneRow> take(OrganizationId organization) {
    return sql.first(
        """
        SELECT l.done_seq, h.seq FROM iam_outbox_lanes l
        JOIN iam_audit_heads h ON h.organization_id = l.organization_id AND h.seq > l.done_seq
        WHERE l.organization_id = ? FOR UPDATE OF l SKIP LOCKED
        """,
        row -> new LaneRow(organization, row.getLong("done_seq"), row.getLong("seq")),
        organization.value());
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

  /**
   * Moves the lanes of all organizations without an active webhook to their heads. It sees one
   * moment, in which a webhook that was made later is not there and neither is its message; lanes
   * that another transaction has are left for the next time.
   */
  void skip() {
    sql.update(
        """
        WITH unwanted AS (
          SELECT l.organization_id, h.seq FROM iam_outbox_lanes l
          JOIN iam_audit_heads h ON h.organization_id = l.organization_id AND h.seq > l.done_seq
          WHERE NOT EXISTS (SELECT FROM iam_webhooks w
            WHERE w.organization_id = l.organization_id AND w.status = 'active')
          FOR UPDATE OF l SKIP LOCKED)
        UPDATE iam_outbox_lanes l SET done_seq = u.seq FROM unwanted u
        WHERE l.organization_id = u.organization_id AND l.done_seq < u.seq
        """);
  }

  /** A new delivery; one with a target, where the order counts, waits until it is promoted. */
  record NewRow(WebhookId webhook, long seq, String type, @Nullable String target)
      implements DeliveryOrderStore.InOrder {}

  void insert(OrganizationId organization, List<NewRow> rows, Instant now) {
    sql.batch(
        """
        INSERT INTO iam_webhook_deliveries (id, organization_id, webhook_id, seq, event_type,
          target, status, next_attempt_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        rows.stream()
            .map(row ->
                new @Nullable Object[] {
                  DeliveryId.next().value(),
                  organization.value(),
                  row.webhook().value(),
                  row.seq(),
                  row.type(),
                  row.target(),
                  row.target() == null ? "pending" : "waiting",
                  now
                })
            .toList());
  }
}
