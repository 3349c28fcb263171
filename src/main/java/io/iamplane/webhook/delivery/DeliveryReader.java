package io.iamplane.webhook.delivery;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import io.iamplane.webhook.delivery.DeliveryStore.FinishedRow;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads deliveries to show them, the latest first. */
@Singleton
class DeliveryReader {

  private static final String COLUMNS =
      """
      SELECT id, webhook_id, seq, event_type, target, status, tries, next_attempt_at, lease_until,
        finished_at, last_error,
        (SELECT m.id FROM iam_outbox_messages m
          WHERE m.organization_id = iam_webhook_deliveries.organization_id
            AND m.seq = iam_webhook_deliveries.seq) AS event_id,
        (SELECT m.body::jsonb ->> 'subject' FROM iam_outbox_messages m
          WHERE m.organization_id = iam_webhook_deliveries.organization_id
            AND m.seq = iam_webhook_deliveries.seq) AS subject\
      """;

  private static final String FROM = " FROM iam_webhook_deliveries WHERE";

  /** For pages: twenty answers of a receiver for each row would be megabytes that no one reads. */
  private static final String SELECT = COLUMNS + FROM;

  private static final String SELECT_WHOLE = COLUMNS + ", attempts" + FROM;

  /**
   * Scans a range of the dead-letter index for each webhook, so that other dead letters cost
   * nothing. The limit comes from a table: with a constant larger than the average number of dead
   * letters, PostgreSQL reads and sorts all of them.
   */
  static final String REPLAYABLE =
      """
      SELECT d.id, d.webhook_id, d.target FROM unnest(?::int[]) AS want (most)
      CROSS JOIN iam_webhooks w CROSS JOIN LATERAL (
        SELECT c.id, c.webhook_id, c.target FROM iam_webhook_deliveries c
        WHERE c.webhook_id = w.id AND c.status = 'dead' AND c.id >= ? AND c.id < ?
          AND (?::text IS NULL OR c.event_type = ?)
          AND EXISTS (SELECT 1 FROM iam_outbox_messages m
            WHERE m.organization_id = w.organization_id AND m.seq = c.seq)
        ORDER BY c.id LIMIT want.most) d
      WHERE w.organization_id = ? AND w.status = 'active' AND (?::uuid IS NULL OR w.id = ?)
      ORDER BY d.id LIMIT ?
      """;

  private final Sql sql;
  private final JsonColumns json;
  private final Transactions transactions;
  private final Clock clock;

  DeliveryReader(Sql sql, JsonColumns json, Transactions transactions, Clock clock) {
    this.sql = sql;
    this.json = json;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** A page of the deliveries of one webhook, which is known to be the organization's. */
  Page<Delivery> ofWebhook(WebhookId webhook, PageRequest page) {
    return page(ofWebhookQuery(webhook, page), page);
  }

  static Keyset ofWebhookQuery(WebhookId webhook, PageRequest page) {
    return after(Keyset.of(SELECT + " webhook_id = ?", "id", webhook.value()), page);
  }

  Page<Delivery> dead(OrganizationId organization, PageRequest page) {
    return page(deadQuery(organization, page), page);
  }

  static Keyset deadQuery(OrganizationId organization, PageRequest page) {
    return after(
        Keyset.of(SELECT + " organization_id = ? AND status = 'dead'", "id", organization.value()),
        page);
  }

  /** Finds dead letters to replay, oldest first, without a lock: the replay checks them again. */
  List<FinishedRow> replayable(OrganizationId organization, DeadLetterFilter filter, int limit) {
    return transactions.call(() ->
        sql.list(
            REPLAYABLE,
            DeliveryStore::finished,
            replayableParameters(organization, filter, limit)));
  }

  static @Nullable Object[] replayableParameters(
      OrganizationId organization, DeadLetterFilter filter, int limit) {
    return new @Nullable Object[] {
      new Integer[] {limit},
      filter.first(),
      filter.end(),
      filter.eventType(),
      filter.eventType(),
      organization.value(),
      filter.webhookId(),
      filter.webhookId(),
      limit
    };
  }

  Optional<Delivery> byId(OrganizationId organization, DeliveryId id) {
    return transactions.call(() ->
        sql.first(
            SELECT_WHOLE + " organization_id = ? AND id = ?",
            row -> read(row, List.of(json.value(row, "attempts", Attempt[].class))),
            organization.value(),
            id.value()));
  }

  /** The event of a delivery as it is sent; empty when it is kept no longer. */
  Optional<String> payload(OrganizationId organization, long seq) {
    return transactions.call(() ->
        sql.first(
            "SELECT body FROM iam_outbox_messages WHERE organization_id = ? AND seq = ?",
            row -> row.getString("body"),
            organization.value(),
            seq));
  }

  private static Keyset after(Keyset query, PageRequest page) {
    query.descending().rows(page.limit() + 1);
    return page.after() == null ? query : query.after(page.afterId());
  }

  private Page<Delivery> page(Keyset query, PageRequest page) {
    return transactions.call(() ->
        Page.cut(
            sql.list(query, row -> read(row, List.of())),
            page.limit(),
            delivery -> delivery.id().toString()));
  }

  private Delivery read(ResultSet row, List<Attempt> attempts) throws SQLException {
    DeliveryStatus stored = WireName.of(DeliveryStatus.class, row.getString("status"));
    Instant lease = Sql.instantOrNull(row, "lease_until");
    boolean sending =
        stored == DeliveryStatus.PENDING && lease != null && lease.isAfter(clock.instant());
    return new Delivery(
        new DeliveryId(row.getObject("id", UUID.class)),
        new WebhookId(row.getObject("webhook_id", UUID.class)),
        row.getLong("seq"),
        row.getObject("event_id", UUID.class),
        row.getString("event_type"),
        row.getString("subject"),
        row.getString("target"),
        sending ? DeliveryStatus.SENDING : stored,
        row.getInt("tries"),
        stored == DeliveryStatus.PENDING ? Sql.instant(row, "next_attempt_at") : null,
        Sql.instantOrNull(row, "finished_at"),
        row.getString("last_error"),
        attempts);
  }
}
