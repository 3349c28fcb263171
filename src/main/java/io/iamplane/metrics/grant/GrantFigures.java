package io.iamplane.metrics.grant;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Counts the present grants, from sums that a job keeps and later changes. */
@Singleton
class GrantFigures {

  /** The sums and later changes; takes the organization three times. */
  private static final String COUNTED =
      """
      WITH counted AS (
        SELECT privilege_key, status, number FROM iam_grant_counts WHERE organization_id = ?
        UNION ALL
        SELECT image.body ->> 'privilege_key', image.body ->> 'status', image.number
        FROM iam_policy_changes p
        CROSS JOIN LATERAL (VALUES (p.before, -1), (p.after, 1)) AS image (body, number)
        WHERE p.organization_id = ? AND p.target_type = 'grant' AND image.body IS NOT NULL
          AND p.version > (SELECT version FROM iam_grant_counted WHERE organization_id = ?)),
      """;

  /** One by one, for an organization that was never counted; takes it three times as well. */
  private static final String ONE_BY_ONE =
      """
      WITH counted AS (
        SELECT privilege_key, status, count(*) AS number FROM iam_grants
        WHERE organization_id = ? AND organization_id = ? AND organization_id = ? GROUP BY 1, 2),
      """;

  /**
   * Moves expired grants to their own count; these are few, and are looked up. Takes organization,
   * time and twice the former.
   */
  private static final String STANDING =
      """
      ended AS (
        SELECT privilege_key, count(*) AS number FROM iam_grants
        WHERE organization_id = ? AND status = 'active' AND valid_until <= ? GROUP BY 1),
      privileged AS (
        SELECT key FROM iam_roles WHERE organization_id = ? AND privileged
        UNION
        SELECT key FROM iam_permissions WHERE organization_id = ? AND risk IN ('high', 'critical')),
      standing AS (
        SELECT privilege_key, status, number FROM counted
        UNION ALL SELECT privilege_key, 'active', -number FROM ended
        UNION ALL SELECT privilege_key, 'expired', number FROM ended),
      powerful AS (
        SELECT privilege_key AS key, sum(number)::bigint AS number FROM standing
        WHERE status = 'active' AND (starts_with(privilege_key, 'iam:')
          OR privilege_key IN (SELECT key FROM privileged))
        GROUP BY 1 HAVING sum(number) > 0),
      top AS (SELECT * FROM powerful ORDER BY number DESC, key LIMIT 10)
      SELECT
        coalesce(sum(number) FILTER (WHERE status = 'active'), 0) AS active,
        coalesce(sum(number) FILTER (WHERE status = 'revoked'), 0) AS revoked,
        coalesce(sum(number) FILTER (WHERE status = 'expired'), 0) AS expired,
        (SELECT coalesce(sum(number), 0) FROM powerful) AS privileged,
        (SELECT coalesce(array_agg(key ORDER BY number DESC, key), '{}') FROM top) AS top_keys,
        (SELECT coalesce(array_agg(number ORDER BY number DESC, key), '{}') FROM top) AS top_numbers
      FROM standing
      """;

  private static final String IS_COUNTED =
      "SELECT version FROM iam_grant_counted WHERE organization_id = ?";

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
   * @param privileged of the active ones
   * @param topPrivileged the privileges that most of these hold, most first
   */
  record Standing(
      long active,
      long revoked,
      long expired,
      long privileged,
      SequencedMap<String, Long> topPrivileged) {}

  /** Counts grants at one moment; call it in a transaction with a single snapshot. */
  Standing standing(OrganizationId organization, Instant now) {
    UUID id = organization.value();
    boolean counted = sql.first(IS_COUNTED, row -> true, id).isPresent();
    return sql.list(
            (counted ? COUNTED : ONE_BY_ONE) + STANDING,
            row ->
                new Standing(
                    row.getLong("active"),
                    row.getLong("revoked"),
                    row.getLong("expired"),
                    row.getLong("privileged"),
                    top(row)),
            id,
            id,
            id,
            id,
            now,
            id,
            id)
        .getFirst();
  }

  private static SequencedMap<String, Long> top(ResultSet row) throws SQLException {
    String[] keys = (String[]) row.getArray("top_keys").getArray();
    Long[] numbers = (Long[]) row.getArray("top_numbers").getArray();
    SequencedMap<String, Long> top = new LinkedHashMap<>();
    for (int i = 0; i < keys.length; i++) {
      top.put(keys[i], numbers[i]);
    }
    return top;
  }

  /** Counts the grants that expired in each interval of a window. */
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
