package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Set;

/** Finds accounts that hold grants and may not act. */
@Singleton
class InactiveSubjectsQuery {

  private final Sql sql;

  InactiveSubjectsQuery(Sql sql) {
    this.sql = sql;
  }

  Set<SubjectRef> of(OrganizationId organization) {
    Set<SubjectRef> found = new HashSet<>();
    sql.forEach(
        """
        SELECT 'user' AS type, id FROM iam_users WHERE organization_id = ? AND status <> 'active'
        UNION ALL
        SELECT 'service_account', id FROM iam_service_accounts
        WHERE organization_id = ? AND status <> 'active'
        """,
        row -> found.add(new SubjectRef(row.getString("type"), row.getString("id"))),
        organization.value(),
        organization.value());
    return found;
  }
}
