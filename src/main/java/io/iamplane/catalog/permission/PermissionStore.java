package io.iamplane.catalog.permission;

import io.iamplane.catalog.document.Risk;
import io.iamplane.change.Recording;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The rows of {@code iam_permissions}. */
@ApplicationScoped
public class PermissionStore {

  private static final String SELECT =
      """
      SELECT key, application, label, description, resource, action, relation, risk,
        required_aal, status
      FROM iam_permissions WHERE organization_id = ?
      """;

  private final Sql sql;

  PermissionStore(Sql sql) {
    this.sql = sql;
  }

  public Optional<Permission> byKey(OrganizationId organization, String key) {
    return sql.first(SELECT + " AND key = ?", PermissionStore::read, organization.value(), key);
  }

  public List<Permission> of(OrganizationId organization, String application) {
    return sql.list(
        SELECT + " AND application = ? ORDER BY key",
        PermissionStore::read,
        organization.value(),
        application);
  }

  public List<Permission> active(OrganizationId organization) {
    return sql.list(SELECT + " AND status = 'active'", PermissionStore::read, organization.value());
  }

  public static Keyset query(OrganizationId organization, String after, int limit) {
    return Keyset.of(SELECT, "key", organization.value())
        .filter("status = ?", CatalogStatus.ACTIVE.wire())
        .after(after)
        .rows(limit);
  }

  /** Up to some permissions that are not deprecated, in the order of their keys. */
  public List<Permission> after(OrganizationId organization, String after, int limit) {
    Keyset query = query(organization, after, limit);
    return sql.list(query, PermissionStore::read);
  }

  /** Makes the permission, or replaces the one of that key. */
  public void put(Recording recording, Permission permission) {
    sql.updateOne(
        """
        INSERT INTO iam_permissions (organization_id, key, application, label, description,
          resource, action, relation, risk, required_aal, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (organization_id, key) DO UPDATE SET label = EXCLUDED.label,
          description = EXCLUDED.description, resource = EXCLUDED.resource,
          action = EXCLUDED.action, relation = EXCLUDED.relation, risk = EXCLUDED.risk,
          required_aal = EXCLUDED.required_aal, status = EXCLUDED.status,
          updated_at = EXCLUDED.updated_at
        """,
        recording.organization().value(),
        permission.key(),
        permission.application(),
        permission.label(),
        permission.description(),
        permission.resource(),
        permission.action(),
        permission.relation(),
        permission.risk().wire(),
        permission.requiredAal().wire(),
        permission.status().wire(),
        recording.at(),
        recording.at());
  }

  private static Permission read(ResultSet row) throws SQLException {
    return new Permission(
        row.getString("key"),
        row.getString("application"),
        row.getString("label"),
        row.getString("description"),
        row.getString("resource"),
        row.getString("action"),
        row.getString("relation"),
        WireName.of(Risk.class, row.getString("risk")),
        WireName.of(Aal.class, row.getString("required_aal")),
        WireName.of(CatalogStatus.class, row.getString("status")));
  }
}
