package io.iamplane.webhook.delivery;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What people do with deliveries. The worker has a store of its own. */
@ApplicationScoped
class DeliveryStore {

  private final Sql sql;
  private final DeliveryOrderStore order;

  DeliveryStore(Sql sql, DeliveryOrderStore order) {
    this.sql = sql;
    this.order = order;
  }

  /** A dead letter that can be sent again. */
  record DeadRow(DeliveryId id, WebhookId webhook, @Nullable String target) {}

  /** Dead letters of active webhooks, the oldest first. */
  List<DeadRow> dead(Recording recording, DeadLetterFilter filter, int limit) {
    return sql.list(
        """
        SELECT d.id, d.webhook_id, d.target FROM iam_webhook_deliveries d
        WHERE d.organization_id = ? AND d.status = 'dead' AND d.id >= ? AND d.id < ?
          AND (?::uuid IS NULL OR d.webhook_id = ?) AND (?::text IS NULL OR d.event_type = ?)
          AND EXISTS (SELECT 1 FROM iam_webhooks w WHERE w.id = d.webhook_id AND w.status = 'active')
        ORDER BY d.id LIMIT ?
        """,
        row ->
            new DeadRow(
                new DeliveryId(row.getObject("id", UUID.class)),
                new WebhookId(row.getObject("webhook_id", UUID.class)),
                row.getString("target")),
        recording.organization().value(),
        filter.first(),
        filter.end(),
        filter.webhookId(),
        filter.webhookId(),
        filter.eventType(),
        filter.eventType(),
        limit);
  }

  /**
   * Has finished deliveries of one webhook sent again, with all tries before them.
   *
   * @param rows of this webhook
   */
  void replay(Recording recording, WebhookId webhook, List<DeadRow> rows) {
    order.lock(List.of(webhook));
    sql.batch(
        """
        UPDATE iam_webhook_deliveries SET
          status = CASE WHEN target IS NULL THEN 'pending' ELSE 'waiting' END, tries = 0,
          next_attempt_at = ?, finished_at = NULL, last_error = NULL, lease_until = NULL,
          lease_token = NULL
        WHERE id = ? AND organization_id = ? AND status IN ('delivered', 'dead')
        """,
        rows.stream()
            .map(row ->
                new @Nullable Object[] {
                  recording.at(), row.id().value(), recording.organization().value()
                })
            .toList());
    List<String> targets =
        rows.stream().map(DeadRow::target).filter(target -> target != null).toList();
    order.promote(webhook, targets, recording.at());
  }

  /** Forgets a dead letter; whether there was one. */
  boolean discard(Recording recording, DeliveryId id) {
    return sql.update(
            "DELETE FROM iam_webhook_deliveries WHERE organization_id = ? AND id = ?"
                + " AND status = 'dead'",
            recording.organization().value(),
            id.value())
        == 1;
  }
}
