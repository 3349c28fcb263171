package io.iamplane.webhook.claim;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Unfinished deliveries of webhooks that were disabled or deleted. */
@Singleton
public class DeadLetteringStore {

  /** Longer than any transaction: those that saw the webhook active have fanned out by then. */
  private static final Duration SETTLED = Duration.ofMinutes(1);

  private final Sql sql;

  DeadLetteringStore(Sql sql) {
    this.sql = sql;
  }

  /** Returns true if an ended webhook may have unfinished deliveries. */
  boolean any() {
    return sql.list("SELECT EXISTS (SELECT FROM iam_webhook_burials)", row -> row.getBoolean(1))
        .getFirst();
  }

  /**
   * Moves some to the dead letters, those that wait first: one that waits always has a pending one
   * before it, which leads here again. The error of an attempt stays: it may be why the webhook was
   * disabled.
   */
  int bury(int most, Instant now) {
    List<UUID> found =
        unfinished("c.target IS NOT NULL AND c.status = 'waiting'", "c.target", most, now);
    if (found.isEmpty()) {
      found = unfinished("c.status = 'pending'", "c.next_attempt_at", most, now);
    }
    sql.batch(
        """
        UPDATE iam_webhook_deliveries d SET status = 'dead', finished_at = ?, lease_until = NULL,
          lease_token = NULL,
          last_error = concat_ws(' ', d.last_error, 'The webhook was ' || w.status || '.')
        FROM iam_webhooks w WHERE d.id = ? AND w.id = d.webhook_id
        """,
        found.stream().map(id -> new @Nullable Object[] {now, id}).toList());
    return found.size();
  }

  /** Forgets webhooks that have nothing left, or are active again. */
  public void forget(Instant now) {
    sql.update(
        """
        DELETE FROM iam_webhook_burials b USING iam_webhooks w
        WHERE w.id = b.webhook_id AND b.since < ? AND (w.status = 'active' OR NOT (
          EXISTS (SELECT 1 FROM iam_webhook_deliveries d
            WHERE d.webhook_id = b.webhook_id AND d.status = 'pending')
          OR EXISTS (SELECT 1 FROM iam_webhook_deliveries d
            WHERE d.webhook_id = b.webhook_id AND d.target IS NOT NULL AND d.status = 'waiting')))
        """,
        now.minus(SETTLED));
  }

  private List<UUID> unfinished(String which, String order, int most, Instant now) {
    return sql.list(
        """
        SELECT d.id FROM iam_webhook_burials b
        JOIN iam_webhooks w ON w.id = b.webhook_id AND w.status <> 'active'
        CROSS JOIN LATERAL (
          SELECT c.id FROM iam_webhook_deliveries c
          WHERE c.webhook_id = b.webhook_id AND %s AND (c.lease_until IS NULL OR c.lease_until <= ?)
          ORDER BY %s LIMIT ? FOR UPDATE SKIP LOCKED) d
        LIMIT ?
        """
            .formatted(which, order),
        row -> row.getObject("id", UUID.class),
        now,
        most,
        most);
  }
}
