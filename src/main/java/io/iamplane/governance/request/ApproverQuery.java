package io.iamplane.governance.request;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

@Singleton
class ApproverQuery {

  private final Sql sql;

  ApproverQuery(Sql sql) {
    this.sql = sql;
  }

  /**
   * The active groups that an account is in now, through memberships without condition.
   *
   * @param conditional true to add the groups of memberships with one, be it true or not
   */
  List<SubjectRef> groups(
      OrganizationId organization, SubjectRef account, Instant at, boolean conditional) {
    return sql.list(
        """
        WITH RECURSIVE valid AS NOT MATERIALIZED (
          SELECT m.group_id, m.member_type, m.member_id FROM iam_group_members m
            JOIN iam_groups g ON g.organization_id = m.organization_id AND g.id = m.group_id
          WHERE m.organization_id = ? AND g.status = 'active' AND (m.condition IS NULL OR ?)
            AND (m.valid_from IS NULL OR m.valid_from <= ?)
            AND (m.valid_until IS NULL OR m.valid_until > ?)),
        up AS (
          SELECT group_id FROM valid WHERE member_type = ? AND member_id IN (?, '*')
          UNION
          SELECT v.group_id FROM valid v JOIN up
            ON v.member_type = 'group' AND v.member_id = up.group_id::text)
        SELECT group_id FROM up
        """,
        row -> new SubjectRef(SubjectRef.GROUP, row.getString("group_id")),
        organization.value(),
        conditional,
        at,
        at,
        account.type(),
        account.id());
  }

  /**
   * The roles that some subjects hold now by grants without scope and condition, unless one of the
   * denying is denied the role.
   *
   * @param denying the subjects and more, since a denial counts if it may apply
   */
  List<String> roles(
      OrganizationId organization,
      Collection<SubjectRef> subjects,
      Collection<SubjectRef> denying,
      Instant at) {
    return sql.list(
        """
        WITH held AS (
          SELECT g.*, s.permits FROM iam_grants g
            JOIN unnest(?::text[], ?::text[], ?::boolean[]) AS s (type, id, permits)
              ON g.subject_type = s.type AND g.subject_id = s.id
          WHERE g.organization_id = ? AND g.privilege_type = 'role' AND g.status = 'active')
        SELECT DISTINCT privilege_key FROM held h
        WHERE permits AND effect = 'permit' AND application IS NULL AND resource_type IS NULL
          AND condition IS NULL AND (valid_from IS NULL OR valid_from <= ?)
          AND (valid_until IS NULL OR valid_until > ?)
          AND (NOT activation_required OR (activated_at <= ?
            AND (activated_until IS NULL OR activated_until > ?)))
          AND NOT EXISTS (SELECT FROM held d
            WHERE d.effect = 'deny' AND d.privilege_key = h.privilege_key)
        """,
        row -> row.getString("privilege_key"),
        denying.stream().map(SubjectRef::type).toArray(String[]::new),
        denying.stream().map(SubjectRef::id).toArray(String[]::new),
        denying.stream().map(subjects::contains).toArray(Boolean[]::new),
        organization.value(),
        at,
        at,
        at,
        at);
  }
}
