package io.iamplane.webhook.worker;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The worker's side of {@code iam_webhook_deliveries}. */
@ApplicationScoped
class QueueStore {

  private static final int ATTEMPTS_KEPT = 20;

  /** Longer than any pause between two tries: after that a failure is a new one. */
  private static final Duration UNHEARD_OF = Duration.ofDays(2);

  private static final Duration NOTED_EVERY = Duration.ofSeconds(10);

  private final Sql sql;
  private final JsonColumns json;
  private final Tracer tracer;

  QueueStore(Sql sql, JsonColumns json, Tracer tracer) {
    this.sql = sql;
    this.json = json;
    this.tracer = tracer;
  }

  /**
   * A delivery that is made.
   *
   * @param target where the order counts; it then waits until it is promoted
   */
  record NewRow(WebhookId webhook, long seq, String type, @Nullable String target) {}

  /**
   * How many deliveries of a webhook are wanted.
   *
   * @param low what was due before this was seen already, and is not looked at
   */
  record Want(WebhookId webhook, int most, Instant low) {}

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

  /**
   * Locks due deliveries that nobody holds, until the transaction ends.
   *
   * @param first those with a smaller id are not looked at, so that few partitions are
   * @param most altogether
   */
  List<Claim> due(List<Want> wants, UUID first, int most, Instant now) {
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

  static final String CLAIM =
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
  void lease(Collection<Claim> claims, UUID token, Instant until) {
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
  static final String LEASE =
      """
      UPDATE iam_webhook_deliveries SET lease_until = ?, lease_token = ?
      WHERE id = ANY (?) AND id >= ? AND id <= ?
      """;

  /**
   * Writes how tries ended. One whose lease somebody else has by now changes nothing, unless it was
   * answered well: then the other's try is one too many already, and there shall be no further.
   */
  void finish(List<Ending> endings, UUID token) {
    sql.batch(
        """
        UPDATE iam_webhook_deliveries SET status = ?, tries = ?,
          next_attempt_at = coalesce(?::timestamptz, next_attempt_at), finished_at = ?,
          last_error = ?, lease_until = NULL, lease_token = NULL,
          attempts = CASE WHEN jsonb_array_length(attempts) >= ? THEN attempts - 0 ELSE attempts END
            || ?::jsonb
        WHERE id = ? AND (lease_token = ? OR (? AND status = 'pending'))
        """,
        endings.stream()
            .sorted(Comparator.comparing(ending -> ending.claim().id().value()))
            .map(ending ->
                new @Nullable Object[] {
                  ending.status().wire(),
                  ending.claim().tries() + 1,
                  ending.nextAttemptAt(),
                  ending.finished() ? ending.attempt().at() : null,
                  ending.attempt().error(),
                  ATTEMPTS_KEPT,
                  json.text(ending.attempt()),
                  ending.claim().id().value(),
                  token,
                  ending.delivered()
                })
            .toList());
  }

  /** Gives deliveries back whose try did not end. */
  void release(Collection<Claim> claims, UUID token) {
    sql.batch(
        "UPDATE iam_webhook_deliveries SET lease_until = NULL, lease_token = NULL"
            + " WHERE id = ? AND lease_token = ?",
        claims.stream().map(claim -> new @Nullable Object[] {claim.id().value(), token}).toList());
  }

  /** Notes which receivers answered well and which did not. */
  void noteHealth(Collection<WebhookId> well, Collection<WebhookId> failing, Instant now) {
    sql.update(
        "DELETE FROM iam_webhook_failures WHERE webhook_id = ANY (?)", (Object) sorted(well));
    sql.update(
        """
        INSERT INTO iam_webhook_failures AS known (webhook_id, failing_since, last_failure_at)
        SELECT id, ?, ? FROM unnest(?::uuid[]) AS failing (id)
        ON CONFLICT (webhook_id) DO UPDATE SET last_failure_at = excluded.last_failure_at,
          failing_since = CASE WHEN known.last_failure_at < ?
            THEN excluded.failing_since ELSE known.failing_since END
        WHERE known.last_failure_at < ?
        """,
        now,
        now,
        sorted(failing),
        now.minus(UNHEARD_OF),
        now.minus(NOTED_EVERY));
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

  private static UUID[] sorted(Collection<WebhookId> ids) {
    return ids.stream().map(WebhookId::value).sorted().toArray(UUID[]::new);
  }

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
