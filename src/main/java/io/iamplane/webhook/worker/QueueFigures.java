package io.iamplane.webhook.worker;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the queue stands, by one query whose work is bounded for each organization that has webhooks,
 * however much waits.
 */
@ApplicationScoped
public class QueueFigures {

  /** Counts end here: beyond, the number says "at least". */
  static final int COUNTED = 10_000;

  private final Sql sql;
  private final Transactions transactions;
  private final Clock clock;

  QueueFigures(Sql sql, Transactions transactions, Clock clock) {
    this.sql = sql;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * How the queue stands.
   *
   * @param lag the age of the oldest undelivered message; zero when there is none
   * @param pending messages that are not fanned out and deliveries that are not finished
   * @param dead dead letters
   */
  public record Figures(Duration lag, long pending, long dead) {}

  /** Of one organization. */
  public Figures of(OrganizationId organization) {
    return sum(read(organization.value()));
  }

  /** Of all together. */
  public Figures ofAll() {
    return sum(read(null));
  }

  private List<Figures> read(@Nullable UUID organization) {
    return transactions.call(() ->
        sql.list(FIGURES, this::figures, COUNTED, COUNTED, COUNTED, organization, organization));
  }

  static final String FIGURES =
      """
      SELECT greatest(h.seq - l.done_seq, 0) AS behind,
        (SELECT m.created_at FROM iam_outbox_messages m
          WHERE m.organization_id = l.organization_id AND m.seq > l.done_seq
          ORDER BY m.seq LIMIT 1) AS oldest_message,
        (SELECT d.id FROM iam_webhook_deliveries d
          WHERE d.organization_id = l.organization_id AND d.status = 'pending'
          ORDER BY d.id LIMIT 1) AS oldest_pending,
        (SELECT count(*) FROM (SELECT FROM iam_webhook_deliveries d
          WHERE d.organization_id = l.organization_id AND d.status = 'pending'
          ORDER BY d.id LIMIT ?) p)
        + (SELECT count(*) FROM (SELECT FROM iam_webhook_deliveries d
          WHERE d.organization_id = l.organization_id AND d.status = 'waiting'
          ORDER BY d.id LIMIT ?) w) AS pending,
        (SELECT count(*) FROM (SELECT FROM iam_webhook_deliveries d
          WHERE d.organization_id = l.organization_id AND d.status = 'dead'
          ORDER BY d.id LIMIT ?) x) AS dead
      FROM iam_outbox_lanes l JOIN iam_audit_heads h ON h.organization_id = l.organization_id
      WHERE ?::uuid IS NULL OR l.organization_id = ?
      """;

  private Figures figures(ResultSet row) throws SQLException {
    Instant now = clock.instant();
    Instant oldest = Sql.instantOrNull(row, "oldest_message");
    UUID pending = row.getObject("oldest_pending", UUID.class);
    Instant made = pending == null ? null : new DeliveryId(pending).createdAt();
    if (made != null && (oldest == null || made.isBefore(oldest))) {
      oldest = made;
    }
    Duration lag = oldest == null ? Duration.ZERO : Duration.between(oldest, now);
    return new Figures(
        lag.isNegative() ? Duration.ZERO : lag,
        row.getLong("behind") + row.getLong("pending"),
        row.getLong("dead"));
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
