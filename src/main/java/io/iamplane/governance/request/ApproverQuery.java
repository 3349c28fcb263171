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

  /** The active groups that an account is in now, through memberships without condition. */
  List<SubjectRef> groups(OrganizationId organization, SubjectRef account, Instant at) {
    return sql.list(
        """
        WITH RECURSIVE valid AS NOT MATERIALIZED (
          SELECT m.group_id, m.member_type, m.member_id FROM iam_group_members m
            JOIN iam_groups g ON g.organization_id = m.organization_id AND g.id = m.group_id
          WHERE m.organization_id = ? AND g.status = 'active' AND m.condition IS NULL
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
        at,
        at,
        account.type(),
        account.id());
  }

  /**
   * The roles that some subjects hold now by grants without scope and condition, unless one of them
   * is denied the role.
   */
  List<String> roles(OrganizationId organization, Collection<SubjectRef> subjects, Instant at) {
    return sql.list(
        """
        WITH held AS (
          SELECT g.* FROM iam_grants g
            JOIN unnest(?::text[], ?::text[]) AS s (type, id)
              ON g.subject_type = s.type AND g.subject_id = s.id
          WHERE g.organization_id = ? AND g.privilege_type = 'role' AND g.status = 'active')
        SELECT DISTINCT privilege_key FROM held h
        WHERE effect = 'permit' AND application IS NULL AND resource_type IS NULL
          AND condition IS NULL AND (valid_from IS NULL OR valid_from <= ?)
          AND (valid_until IS NULL OR valid_until > ?)
          AND (NOT activation_required OR (activated_at <= ?
            AND (activated_until IS NULL OR activated_until > ?)))
          AND NOT EXISTS (SELECT FROM held d
            WHERE d.effect = 'deny' AND d.privilege_key = h.privilege_key)
        """,
        row -> row.getString("privilege_key"),
        subjects.stream().map(SubjectRef::type).toArray(String[]::new),
        subjects.stream().map(SubjectRef::id).toArray(String[]::new),
        organization.value(),
        at,
        at,
        at,
        at);
  }
}
