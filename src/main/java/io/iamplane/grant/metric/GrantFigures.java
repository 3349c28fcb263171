package io.iamplane.grant.metric;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Counts the grants that there are. Nothing here reads more of a table than its indexes. */
@Singleton
class GrantFigures {

  static final String STANDING =
      """
      SELECT
        (SELECT count(*) FROM iam_grants WHERE organization_id = ? AND status = 'active') AS active,
        (SELECT count(*) FROM iam_grants WHERE organization_id = ? AND status = 'revoked') AS revoked,
        (SELECT count(*) FROM iam_grants
          WHERE organization_id = ? AND status = 'active' AND valid_until <= ?) AS expired
      """;

  /** Ended ones are few, and looked up in the table. */
  static final String PRIVILEGED =
      """
      SELECT count(*) AS number FROM iam_grants g
      WHERE organization_id = ? AND status = 'active'
        AND (valid_until IS NULL OR valid_until > ?)
        AND privilege_key = ANY (ARRAY(
          SELECT key FROM iam_roles WHERE organization_id = ? AND privileged
          UNION
          SELECT key FROM iam_permissions WHERE organization_id = ? AND risk IN ('high', 'critical')
          UNION
          SELECT DISTINCT privilege_key FROM iam_grants
          WHERE organization_id = ? AND privilege_key >= 'iam:' AND privilege_key < 'iam;'))
      """;

  private static final String EXPIRED =
      """
      SELECT date_bin(?::interval, valid_until, ?) AS point, count(*) AS number FROM iam_grants
      WHERE organization_id = ? AND status = 'active' AND valid_until >= ? AND valid_until < ?
        AND valid_until <= ?
      GROUP BY 1
      """;

  private final Sql sql;

  GrantFigures(Sql sql) {
    this.sql = sql;
  }

  /**
   * The grants that there are.
   *
   * @param active in force, or to be activated, and not at their end
   * @param expired not revoked, and past their end
   */
  record Standing(long active, long revoked, long expired) {}

  Standing standing(OrganizationId organization, Instant now) {
    return sql.list(
            STANDING,
            row ->
                new Standing(
                    row.getLong("active") - row.getLong("expired"),
                    row.getLong("revoked"),
                    row.getLong("expired")),
            organization.value(),
            organization.value(),
            organization.value(),
            now)
        .getFirst();
  }

  /** How many of the active ones are privileged. */
  long privileged(OrganizationId organization, Instant now) {
    return sql.list(
            PRIVILEGED,
            row -> row.getLong("number"),
            organization.value(),
            now,
            organization.value(),
            organization.value(),
            organization.value())
        .getFirst();
  }

  /** How many came to their end in each interval of a window. */
  Map<Instant, Long> expired(OrganizationId organization, MetricsWindow window, Instant now) {
    Map<Instant, Long> found = new TreeMap<>();
    sql.forEach(
        EXPIRED,
        row -> found.put(Sql.instant(row, "point"), row.getLong("number")),
        window.interval().toSeconds() + " seconds",
        window.from(),
        organization.value(),
        window.from(),
        window.to(),
        now);
    return found;
  }
}
