package io.iamplane.metrics.grant;

import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** Counts grants by privilege and status, up to a version of their organization's policy. */
@Singleton
class GrantCountStore {

  /** All grants of organizations that were never counted. One statement sees one moment. */
  private static final String COUNT =
      """
      WITH due AS (
        SELECT organization_id, version FROM iam_policy_versions v
        WHERE NOT EXISTS (
          SELECT FROM iam_grant_counted c WHERE c.organization_id = v.organization_id)
        LIMIT ?),
      counted AS (
        INSERT INTO iam_grant_counts (organization_id, privilege_key, status, number)
        SELECT g.organization_id, g.privilege_key, g.status, count(*)
        FROM due JOIN iam_grants g USING (organization_id)
        GROUP BY 1, 2, 3)
      INSERT INTO iam_grant_counted (organization_id, version)
      SELECT organization_id, version FROM due
      """;

  /** The changes since an organization was counted, up to a number of versions. */
  private static final String FOLD =
      """
      WITH due AS (
        SELECT v.organization_id, c.version AS done, least(v.version, c.version + ?) AS upto
        FROM iam_policy_versions v JOIN iam_grant_counted c USING (organization_id)
        WHERE v.version > c.version LIMIT ?),
      counted AS (
        INSERT INTO iam_grant_counts AS known (organization_id, privilege_key, status, number)
        SELECT p.organization_id, image.body ->> 'privilege_key', image.body ->> 'status',
          sum(image.number)
        FROM due JOIN iam_policy_changes p ON p.organization_id = due.organization_id
          AND p.version > due.done AND p.version <= due.upto AND p.target_type = 'grant'
        CROSS JOIN LATERAL (VALUES (p.before, -1), (p.after, 1)) AS image (body, number)
        WHERE image.body IS NOT NULL
        GROUP BY 1, 2, 3 HAVING sum(image.number) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (organization_id, privilege_key, status) DO UPDATE
          SET number = known.number + excluded.number)
      UPDATE iam_grant_counted SET version = due.upto
      FROM due WHERE iam_grant_counted.organization_id = due.organization_id
      """;

  private final Sql sql;

  GrantCountStore(Sql sql) {
    this.sql = sql;
  }

  /** Takes the lock of counting for this transaction; false if another process holds it. */
  boolean isAlone() {
    return sql.tryLock("iam_grant_counts");
  }

  /** Counts all grants of some organizations; of how many. */
  int count(int organizations) {
    return sql.update(COUNT, organizations);
  }

  /**
   * Counts later changes, so many versions of each at most; returns the number of organizations.
   */
  int fold(int versions, int organizations) {
    return sql.update(FOLD, versions, organizations);
  }
}
