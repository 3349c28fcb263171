package io.iamplane.webhook.worker;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.BusyOrganizations;
import io.iamplane.webhook.delivery.DeliveryId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of the queue. The cost is bounded for each organization with undelivered messages,
 * however many these are, and is next to none for the others.
 */
@Singleton
public class QueueFigures {

  /** Counts end here: beyond, the number says "at least". */
  static final int COUNTED = 10_000;

  private static final Object BOUND = new Integer[] {COUNTED};

  private final Sql sql;
  private final Transactions transactions;
  private final Clock clock;

  QueueFigures(Sql sql, Transactions transactions, Clock clock) {
    this.sql = sql;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The state of the queue.
   *
   * @param lag the age of the oldest undelivered message; zero without one. The age of a replayed
   *     one counts from the replay
   * @param pending messages to fan out and unfinished deliveries
   */
  public record Figures(Duration lag, long pending, long dead) {}

  public Figures of(OrganizationId organization) {
    UUID id = organization.value();
    return transactions.call(() -> {
      List<Figures> all = sql.list(BEHIND, this::behind, id, id);
      all.addAll(sql.list(OPEN_OF_ONE, this::open, id, BOUND));
      return sum(all);
    });
  }

  public Figures ofAll() {
    return transactions.call(() -> {
      List<Figures> all = sql.list(BEHIND, this::behind, null, null);
      all.addAll(sql.list(OPEN_OF_ALL, this::open, BOUND));
      return sum(all);
    });
  }

  /** Messages to fan out. */
  static final String BEHIND =
      """
      SELECT h.seq - l.done_seq AS behind,
        (SELECT m.created_at FROM iam_outbox_messages m
          WHERE m.organization_id = l.organization_id AND m.seq > l.done_seq
          ORDER BY m.seq LIMIT 1) AS oldest
      FROM iam_outbox_lanes l
      JOIN iam_audit_heads h ON h.organization_id = l.organization_id AND h.seq > l.done_seq
      WHERE ?::uuid IS NULL OR l.organization_id = ?
      """;

  /**
   * The bound comes from a table: with a constant larger than the average number of rows,
   * PostgreSQL reads and sorts all rows of each organization.
   */
  private static final String OPEN =
      """
      SELECT p.found AS pending, p.oldest, p.oldest_replayed, x.found AS dead FROM busy b
      CROSS JOIN unnest(?::int[]) AS want (most)
      CROSS JOIN LATERAL (
        SELECT count(*) AS found, min(replayed_at) AS oldest_replayed,
          min(id::text COLLATE "C") FILTER (WHERE replayed_at IS NULL) AS oldest
        FROM (
          (SELECT d.id, d.replayed_at FROM iam_webhook_deliveries d
            WHERE d.organization_id = b.organization_id AND d.status = 'pending'
            ORDER BY d.id LIMIT want.most)
          UNION ALL
          (SELECT d.id, d.replayed_at FROM iam_webhook_deliveries d
            WHERE d.organization_id = b.organization_id AND d.status = 'waiting'
            ORDER BY d.id LIMIT want.most)) u) p
      CROSS JOIN LATERAL (
        SELECT count(*) AS found FROM (
          SELECT FROM iam_webhook_deliveries d
          WHERE d.organization_id = b.organization_id AND d.status = 'dead'
          ORDER BY d.id LIMIT want.most) y) x
      """;

  /** Unfinished and dead deliveries. */
  static final String OPEN_OF_ONE = "WITH busy (organization_id) AS (SELECT ?::uuid)\n" + OPEN;

  static final String OPEN_OF_ALL = BusyOrganizations.WITH + OPEN;

  private Figures behind(ResultSet row) throws SQLException {
    return new Figures(since(Sql.instantOrNull(row, "oldest")), row.getLong("behind"), 0);
  }

  private Figures open(ResultSet row) throws SQLException {
    String id = row.getString("oldest");
    Duration made = since(id == null ? null : new DeliveryId(UUID.fromString(id)).createdAt());
    Duration replayed = since(Sql.instantOrNull(row, "oldest_replayed"));
    return new Figures(
        made.compareTo(replayed) > 0 ? made : replayed,
        row.getLong("pending"),
        row.getLong("dead"));
  }

  private Duration since(@Nullable Instant moment) {
    Duration age = moment == null ? Duration.ZERO : Duration.between(moment, clock.instant());
    return age.isNegative() ? Duration.ZERO : age;
  }

  private static Figures sum(List<Figures> all) {
    Figures sum = new Figures(Duration.ZERO, 0, 0);
    for (Figures each : all) {
      sum =
          new Figures(
              each.lag().compareTo(sum.lag()) > 0 ? each.lag() : sum.lag(),
              sum.pending() + each.pending(),
              sum.dead() + each.dead());
    }
    return sum;
  }
}
