package io.iamplane.grant;

import io.iamplane.catalog.manifest.PrivilegeHolders;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;

/** Finds the holders of roles and permissions by active permits, regardless of their terms. */
@Singleton
class GrantHolders implements PrivilegeHolders {

  /** Takes organization, keys and a limit. */
  static final String HOLDERS =
      """
      SELECT DISTINCT subject_type, subject_id FROM (
        SELECT subject_type, subject_id FROM iam_grants
        WHERE organization_id = ? AND privilege_key = ANY (?) AND status = 'active'
          AND effect = 'permit'
        LIMIT ?) AS found
      """;

  private final Sql sql;

  GrantHolders(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Holders of(OrganizationId organization, Collection<String> privileges, int limit) {
    List<String> subjects =
        sql.list(
            HOLDERS + " ORDER BY subject_type, subject_id",
            row -> row.getString("subject_type") + ":" + row.getString("subject_id"),
            organization.value(),
            privileges.toArray(String[]::new),
            Holders.MOST);
    return new Holders(subjects.size(), subjects.stream().limit(limit).toList());
  }
}
