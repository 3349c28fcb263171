package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;

/** The rows of {@code iam_grants}. */
@ApplicationScoped
class GrantStore {

  private final Sql sql;

  GrantStore(Sql sql) {
    this.sql = sql;
  }

  void insert(Recording recording, AdministratorGrant grant) {
    sql.updateOne(
        """
        INSERT INTO iam_grants (id, organization_id, subject_type, subject_id, privilege_type,
          privilege_key, effect, status, source, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, 'permit', 'active', 'seed', ?, ?)
        """,
        grant.id(),
        recording.organization().value(),
        grant.subject().type(),
        grant.subject().id(),
        grant.privilegeType(),
        grant.privilegeKey(),
        grant.createdAt(),
        grant.createdAt());
  }

  /** Whether an active subject of an active organization holds a role now. */
  boolean holdsRole(OrganizationId organization, SubjectRef subject, String role) {
    return sql.first(
            """
            SELECT 1 FROM iam_grants g
            JOIN iam_organizations o ON o.id = g.organization_id AND o.status = 'active'
            JOIN iam_service_accounts s ON s.organization_id = g.organization_id
              AND s.id::text = g.subject_id AND s.status = 'active'
            WHERE g.organization_id = ? AND g.subject_type = ? AND g.subject_id = ?
              AND g.subject_type = 'service_account' AND g.privilege_type = 'role'
              AND g.privilege_key = ? AND g.effect = 'permit' AND g.status = 'active'
            LIMIT 1
            """,
            row -> true,
            organization.value(),
            subject.type(),
            subject.id(),
            role)
        .orElse(false);
  }
}
