package io.iamplane.webhook.delivery;

import io.iamplane.database.Sql;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order of deliveries about one target: of those that are not finished one is pending,
 * the others wait. Adding or finishing deliveries of a webhook with an order happens under {@link
 * #lock} and calls {@link #promote} in the same transaction, as {@link #changing} does.
 */
@Singleton
public class DeliveryOrderStore {

  private final Sql sql;

  DeliveryOrderStore(Sql sql) {
    this.sql = sql;
  }

  /** A delivery of a webhook, with its target where the order counts. */
  public interface InOrder {

    WebhookId webhook();

    @Nullable String target();
  }

  /** Adds or ends deliveries by some work, under the locks of their webhooks; promotes others. */
  public void changing(List<? extends InOrder> deliveries, Instant now, Runnable work) {
    Map<WebhookId, Set<String>> targets = new LinkedHashMap<>();
    for (InOrder delivery : deliveries) {
      String target = delivery.target();
      if (target != null) {
        targets.computeIfAbsent(delivery.webhook(), _ -> new TreeSet<>()).add(target);
      }
    }
    lock(targets.keySet());
    work.run();
    targets.forEach((webhook, ofWebhook) -> promote(webhook, ofWebhook, now));
  }

  /** Locks the order of webhooks until the transaction ends. */
  public void lock(Collection<WebhookId> webhooks) {
    // Always in one order: two transactions that need the same two webhooks cannot deadlock.
    webhooks.stream()
        .map(WebhookId::toString)
        .distinct()
        .sorted()
        .forEach(id ->
            sql.list(
                "SELECT pg_advisory_xact_lock(hashtextextended('iam_webhook_order/' || ?, 0))",
                row -> true,
                id));
  }

  /** Locks the order of a webhook until the transaction ends, unless another transaction has it. */
  public boolean tryLock(WebhookId webhook) {
    return sql.list(
            "SELECT pg_try_advisory_xact_lock(hashtextextended('iam_webhook_order/' || ?, 0)) AS got",
            row -> row.getBoolean("got"),
            webhook.toString())
        .getFirst();
  }

  /** Makes the first of those that wait pending, for each target that has no pending one. */
  public void promote(WebhookId webhook, Collection<String> targets, Instant now) {
    List<UUID> first =
        sql.list(
            """
            SELECT h.id FROM unnest(?::text[]) AS want (target)
            CROSS JOIN LATERAL (
              SELECT d.id, d.status FROM iam_webhook_deliveries d
              WHERE d.webhook_id = ? AND d.target = want.target
                AND d.status IN ('waiting', 'pending')
              ORDER BY d.status, d.seq LIMIT 1) h
            WHERE h.status = 'waiting'
            """,
            row -> row.getObject("id", UUID.class),
            targets.stream().distinct().toArray(String[]::new),
            webhook.value());
    sql.batch(
        """
        UPDATE iam_webhook_deliveries SET status = 'pending', next_attempt_at = ?
        WHERE id = ? AND status = 'waiting'
        """,
        first.stream().map(id -> new @Nullable Object[] {now, id}).toList());
  }
}
