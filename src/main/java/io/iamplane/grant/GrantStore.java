package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
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

  /**
   * Whether an active service account of an active organization holds a role, without any limit of
   * time, place or condition: what this cannot weigh does not count.
   */
  boolean holdsRole(OrganizationId organization, ServiceAccountId account, String role) {
    return sql.first(
            """
            SELECT 1 FROM iam_grants g
            JOIN iam_organizations o ON o.id = g.organization_id AND o.status = 'active'
            JOIN iam_service_accounts s ON s.organization_id = g.organization_id AND s.id = ?
              AND s.status = 'active'
            WHERE g.organization_id = ? AND g.subject_type = 'service_account' AND g.subject_id = ?
              AND g.privilege_type = 'role' AND g.privilege_key = ? AND g.effect = 'permit'
              AND g.status = 'active' AND NOT g.activation_required AND g.application IS NULL
              AND g.resource_type IS NULL AND g.condition IS NULL
              AND g.valid_from IS NULL AND g.valid_until IS NULL
            LIMIT 1
            """,
            row -> true,
            account.value(),
            organization.value(),
            account.toString(),
            role)
        .orElse(false);
  }
}
