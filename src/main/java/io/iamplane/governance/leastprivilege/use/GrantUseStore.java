package io.iamplane.governance.leastprivilege.use;

import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import io.iamplane.governance.leastprivilege.use.UseCounts.Counted;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows of {@code iam_grant_uses} and {@code iam_grant_use_states}. */
@Singleton
class GrantUseStore {

  private final Sql sql;

  GrantUseStore(Sql sql) {
    this.sql = sql;
  }

  /** Begins before the first decision, unless another process did. */
  void begin(OrganizationId organization, Instant at) {
    sql.update(
        """
        INSERT INTO iam_grant_use_states (organization_id, read_until, decisions, updated_at)
        VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING
        """,
        organization.value(),
        new UUID(0, 0),
        at);
  }

  /** Goes on from one place to the next; false when another process was first. */
  boolean goOn(OrganizationId organization, UseState from, UseState to, Instant at) {
    return sql.update(
            """
            UPDATE iam_grant_use_states
            SET read_until = ?, counted_from = ?, decisions = ?, updated_at = ?
            WHERE organization_id = ? AND read_until = ?
            """,
            to.readUntil(),
            to.countedFrom(),
            to.decisions(),
            at,
            organization.value(),
            from.readUntil())
        == 1;
  }

  /** Discards the beginning of the counted time: earlier uses are unknown from now on. */
  void interrupt(OrganizationId organization) {
    sql.update(
        """
        UPDATE iam_grant_use_states SET counted_from = NULL, stale_grants = NULL
        WHERE organization_id = ?
        """,
        organization.value());
  }

  void add(OrganizationId organization, List<Counted> counts) {
    Columns<Counted> of = new Columns<>(counts);
    sql.update(
        """
        INSERT INTO iam_grant_uses AS known
          (organization_id, grant_id, subject, permission, uses, last_used_at)
        SELECT ?::uuid, * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[],
          ?::timestamptz[])
        ON CONFLICT (organization_id, grant_id, subject, permission) DO UPDATE
          SET uses = known.uses + excluded.uses,
            last_used_at = greatest(known.last_used_at, excluded.last_used_at)
        """,
        organization.value(),
        of.ids(Counted::grant),
        of.texts(Counted::subject),
        of.texts(Counted::permission),
        of.numbers(Counted::uses),
        of.times(Counted::last));
  }

  /** Forgets the uses of grants that are gone permanently. */
  void forgetRevoked(OrganizationId organization) {
    sql.update(
        """
        DELETE FROM iam_grant_uses u WHERE u.organization_id = ? AND NOT EXISTS (
          SELECT FROM iam_grants g WHERE g.organization_id = u.organization_id
            AND g.id = u.grant_id AND g.status <> 'revoked')
        """,
        organization.value());
  }

  /** Notes how many grants no decision used for long. */
  void stale(OrganizationId organization, long grants, Instant at) {
    sql.update(
        "UPDATE iam_grant_use_states SET stale_grants = ?, updated_at = ? WHERE organization_id = ?",
        grants,
        at,
        organization.value());
  }
}
