package io.iamplane.webhook.delivery;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Deliveries for the API. The worker has a store of its own. */
@Singleton
class DeliveryStore {

  private final Sql sql;
  private final DeliveryOrderStore order;

  DeliveryStore(Sql sql, DeliveryOrderStore order) {
    this.sql = sql;
    this.order = order;
  }

  /** A finished delivery that can be sent again. */
  record FinishedRow(DeliveryId id, WebhookId webhook, @Nullable String target) {}

  /**
   * Locks deliveries for a replay, and the order of their webhooks.
   *
   * @param status the status that a delivery must still have
   * @return the deliveries with this status, an active webhook and a retained event
   */
  List<FinishedRow> lock(
      Recording recording, Collection<FinishedRow> wanted, DeliveryStatus status) {
    order.lock(wanted.stream().map(FinishedRow::webhook).toList());
    return sql.list(
        """
        SELECT d.id, d.webhook_id, d.target FROM unnest(?::uuid[]) AS want (id)
        JOIN iam_webhook_deliveries d ON d.id = want.id
        JOIN iam_webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
        JOIN iam_outbox_messages m ON m.organization_id = d.organization_id AND m.seq = d.seq
        WHERE d.organization_id = ? AND d.status = ? AND w.status = 'active'
        ORDER BY d.id FOR UPDATE OF d
        """,
        DeliveryStore::finished,
        wanted.stream().map(row -> row.id().value()).toArray(UUID[]::new),
        recording.organization().value(),
        status.wire());
  }

  static FinishedRow finished(ResultSet row) throws SQLException {
    return new FinishedRow(
        new DeliveryId(row.getObject("id", UUID.class)),
        new WebhookId(row.getObject("webhook_id", UUID.class)),
        row.getString("target"));
  }

  /** Has {@link #lock locked} deliveries of one webhook sent again, with all tries before them. */
  void replay(Recording recording, WebhookId webhook, List<FinishedRow> rows) {
    sql.batch(
        """
        UPDATE iam_webhook_deliveries SET
          status = CASE WHEN target IS NULL THEN 'pending' ELSE 'waiting' END, tries = 0,
          next_attempt_at = ?, replayed_at = ?, finished_at = NULL, last_error = NULL, lease_until = NULL,
          lease_token = NULL
        WHERE id = ? AND organization_id = ? AND status IN ('delivered', 'dead')
        """,
        rows.stream()
            .map(row ->
                new @Nullable Object[] {
                  recording.at(), recording.at(), row.id().value(), recording.organization().value()
                })
            .toList());
    List<String> targets =
        rows.stream().map(FinishedRow::target).filter(target -> target != null).toList();
    order.promote(webhook, targets, recording.at());
  }

  /** Deletes a dead letter; returns false if there was none. */
  boolean discard(Recording recording, DeliveryId id) {
    return sql.update(
            "DELETE FROM iam_webhook_deliveries WHERE organization_id = ? AND id = ?"
                + " AND status = 'dead'",
            recording.organization().value(),
            id.value())
        == 1;
  }
}
