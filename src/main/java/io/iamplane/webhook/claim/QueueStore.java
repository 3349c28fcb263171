package io.iamplane.webhook.claim;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The due deliveries and their leases: {@code iam_webhook_deliveries}. */
@Singleton
public class QueueStore {

  private final Sql sql;
  private final Tracer tracer;

  QueueStore(Sql sql, Tracer tracer) {
    this.sql = sql;
    this.tracer = tracer;
  }

  /**
   * The number of deliveries to claim of a webhook; those due before {@code low} were seen already.
   */
  public record Want(WebhookId webhook, int most, Instant low) {}

  /**
   * Locks due deliveries without a lease, until the transaction ends.
   *
   * @param first those with a smaller id are not looked at, so that few partitions are
   */
  public List<Claim> due(List<Want> wants, UUID first, int most, Instant now) {
    return sql.list(
        CLAIM,
        QueueStore::claim,
        wants.stream().map(want -> want.webhook().value()).toArray(UUID[]::new),
        wants.stream().map(want -> want.low().toString()).toArray(String[]::new),
        wants.stream().map(Want::most).toArray(Integer[]::new),
        first,
        now,
        now,
        most);
  }

  public static final String CLAIM =
      """
      SELECT d.id, d.organization_id, d.webhook_id, d.target, d.tries, d.next_attempt_at,
        m.id AS event_id, m.body
      FROM unnest(?::uuid[], ?::timestamptz[], ?::int[]) AS want (webhook_id, low, most)
      CROSS JOIN LATERAL (
        SELECT * FROM iam_webhook_deliveries c
        WHERE c.webhook_id = want.webhook_id AND c.status = 'pending' AND c.id >= ?
          AND c.next_attempt_at >= want.low AND c.next_attempt_at <= ?
          AND (c.lease_until IS NULL OR c.lease_until <= ?)
        ORDER BY c.next_attempt_at LIMIT want.most FOR UPDATE SKIP LOCKED) d
      JOIN iam_outbox_messages m ON m.organization_id = d.organization_id AND m.seq = d.seq
      LIMIT ?
      """;

  /** Holds deliveries that {@link #due} locked. */
  public void lease(Collection<Claim> claims, UUID token, Instant until) {
    if (claims.isEmpty()) {
      return;
    }
    try (Span span = tracer.start(SpanName.QUEUE_CLAIM)) {
      span.attribute(SpanAttribute.EFFECTS, claims.size());
      UUID[] ids = claims.stream().map(claim -> claim.id().value()).sorted().toArray(UUID[]::new);
      sql.update(LEASE, until, token, ids, ids[0], ids[ids.length - 1]);
    }
  }

  /** The bounds tell which partitions there is nothing in; an array does not. */
  public static final String LEASE =
      """
      UPDATE iam_webhook_deliveries SET lease_until = ?, lease_token = ?
      WHERE id = ANY (?) AND id >= ? AND id <= ?
      """;

  /** Gives back deliveries with an unfinished attempt. */
  public void release(Collection<Claim> claims, UUID token) {
    sql.batch(
        "UPDATE iam_webhook_deliveries SET lease_until = NULL, lease_token = NULL"
            + " WHERE id = ? AND lease_token = ?",
        claims.stream().map(claim -> new @Nullable Object[] {claim.id().value(), token}).toList());
  }

  /** The webhooks that have anything pending, each found by one step along the index. */
  Set<WebhookId> pending() {
    return Set.copyOf(
        sql.list(PENDING, row -> new WebhookId(row.getObject("webhook_id", UUID.class))));
  }

  static final String PENDING =
      """
      WITH RECURSIVE found AS (
        (SELECT webhook_id FROM iam_webhook_deliveries WHERE status = 'pending'
          ORDER BY webhook_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.webhook_id FROM iam_webhook_deliveries d
          WHERE d.status = 'pending' AND d.webhook_id > found.webhook_id
          ORDER BY d.webhook_id LIMIT 1)
        FROM found WHERE found.webhook_id IS NOT NULL)
      SELECT webhook_id FROM found WHERE webhook_id IS NOT NULL
      """;

  private static Claim claim(ResultSet row) throws SQLException {
    return new Claim(
        new DeliveryId(row.getObject("id", UUID.class)),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        new WebhookId(row.getObject("webhook_id", UUID.class)),
        row.getString("target"),
        row.getInt("tries"),
        Sql.instant(row, "next_attempt_at"),
        row.getObject("event_id", UUID.class),
        row.getString("body"));
  }
}
