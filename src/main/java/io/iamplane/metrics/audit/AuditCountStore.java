package io.iamplane.metrics.audit;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.CountStep;
import io.iamplane.shared.metric.MetricsWindow;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

@Singleton
class AuditCountStore {

  /** Records after the last that was counted, up to a number that organizations share. */
  private static final String FOLD =
      """
      WITH due AS (
        SELECT organization_id, done, least(seq, done + ? / count(*) OVER ()) AS upto
        FROM (
          SELECT organization_id, coalesce(c.seq, 0) AS done, h.seq
          FROM iam_audit_heads h LEFT JOIN iam_audit_counted c USING (organization_id)
          WHERE h.seq > coalesce(c.seq, 0) LIMIT ?) behind),
      counted AS (
        INSERT INTO iam_audit_counts AS known (organization_id, step, start, event_type, number)
        SELECT r.organization_id, s.step, date_trunc(s.step, r.occurred_at, 'UTC'), r.event_type,
          count(*)
        FROM due JOIN iam_audit_records r ON r.organization_id = due.organization_id
          AND r.seq > due.done AND r.seq <= due.upto
        CROSS JOIN (VALUES ('minute'), ('hour'), ('day')) AS s (step)
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (organization_id, step, start, event_type) DO UPDATE
          SET number = known.number + excluded.number)
      INSERT INTO iam_audit_counted AS known (organization_id, seq)
      SELECT organization_id, upto FROM due ORDER BY 1
      ON CONFLICT (organization_id) DO UPDATE SET seq = excluded.seq
      """;

  private static final String COUNTS =
      """
      SELECT date_bin(?::interval, start, ?) AS point, event_type, sum(number) AS number
      FROM (
        SELECT start, event_type, number FROM iam_audit_counts
        WHERE organization_id = ? AND step = ? AND start >= ? AND start < ?
        UNION ALL
        SELECT occurred_at, event_type, 1 FROM iam_audit_records
        WHERE organization_id = ? AND occurred_at >= ? AND occurred_at < ? AND seq > coalesce(
          (SELECT seq FROM iam_audit_counted WHERE organization_id = ?), 0)) counted
      GROUP BY 1, 2 ORDER BY 1, 2
      """;

  private final Sql sql;

  AuditCountStore(Sql sql) {
    this.sql = sql;
  }

  /** Returns true if no other process does this until the transaction ends. */
  boolean isAlone() {
    return sql.tryLock("iam_audit_counts");
  }

  /**
   * Counts new records, so many at most of all organizations together, which get equal parts;
   * returns the number of organizations.
   */
  int fold(int records, int organizations) {
    return sql.update(FOLD, records, organizations);
  }

  void expire(CountStep step, Instant before) {
    sql.update("DELETE FROM iam_audit_counts WHERE step = ? AND start < ?", step.wire(), before);
  }

  record Count(Instant start, String type, long number) {}

  List<Count> counts(OrganizationId organization, MetricsWindow window) {
    return sql.list(
        COUNTS,
        row ->
            new Count(
                Sql.instant(row, "point"), row.getString("event_type"), row.getLong("number")),
        window.interval().toSeconds() + " seconds",
        window.from(),
        organization.value(),
        window.step().wire(),
        window.from(),
        window.to(),
        organization.value(),
        window.from(),
        window.to(),
        organization.value());
  }
}
