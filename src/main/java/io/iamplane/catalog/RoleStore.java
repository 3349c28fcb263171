package io.iamplane.catalog;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_roles}. */
@ApplicationScoped
class RoleStore {

  private static final String SELECT =
      """
      SELECT key, application, label, permissions, includes, privileged, break_glass,
        self_requestable, request, status, revision
      FROM iam_roles WHERE organization_id = ?
      """;

  private static final List<String> STATUSES =
      List.of(CatalogStatus.ACTIVE.wire(), CatalogStatus.DEPRECATED.wire());

  private final Sql sql;
  private final JsonColumns json;

  RoleStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<Role> byKey(OrganizationId organization, String key) {
    return sql.first(SELECT + " AND key = ?", this::read, organization.value(), key);
  }

  List<Role> of(OrganizationId organization, String application) {
    return sql.list(
        SELECT + " AND application = ? ORDER BY key",
        this::read,
        organization.value(),
        application);
  }

  List<Role> active(OrganizationId organization) {
    return sql.list(SELECT + " AND status = 'active'", this::read, organization.value());
  }

  /** The active roles that include another one. */
  List<String> including(OrganizationId organization, String key) {
    return sql.list(
        """
        SELECT key FROM iam_roles
        WHERE organization_id = ? AND status = 'active' AND ? = ANY (includes) ORDER BY key
        """,
        row -> row.getString("key"),
        organization.value(),
        key);
  }

  /** Up to some roles in the order of their keys. */
  List<Role> after(
      OrganizationId organization,
      String key,
      int limit,
      @Nullable String application,
      @Nullable String status) {
    Keyset query = query(organization, key, limit, application, status);
    return sql.list(query.sql(), this::read, query.parameters());
  }

  static Keyset query(
      OrganizationId organization,
      String key,
      int limit,
      @Nullable String application,
      @Nullable String status) {
    Keyset query =
        Keyset.of(SELECT, "key", organization.value())
            .filter("application = ?", application)
            .after(key)
            .rows(limit);
    return application == null
        ? query.filter("status = ?", status)
        : query.either("status", status, STATUSES);
  }

  /** Makes the role, or replaces the one of that key. */
  void put(Recording recording, Role role) {
    sql.updateOne(
        """
        INSERT INTO iam_roles (organization_id, key, application, label, permissions, includes,
          privileged, break_glass, self_requestable, request, status, revision, created_at,
          updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?)
        ON CONFLICT (organization_id, key) DO UPDATE SET label = EXCLUDED.label,
          permissions = EXCLUDED.permissions, includes = EXCLUDED.includes,
          privileged = EXCLUDED.privileged, break_glass = EXCLUDED.break_glass,
          self_requestable = EXCLUDED.self_requestable, request = EXCLUDED.request,
          status = EXCLUDED.status, revision = EXCLUDED.revision,
          updated_at = EXCLUDED.updated_at
        """,
        recording.organization().value(),
        role.key(),
        role.application(),
        role.label(),
        role.permissions().toArray(String[]::new),
        role.includes().toArray(String[]::new),
        role.privileged(),
        role.breakGlass(),
        role.selfRequestable(),
        json.text(role.request()),
        role.status().wire(),
        role.revision(),
        recording.at(),
        recording.at());
  }

  private Role read(ResultSet row) throws SQLException {
    return new Role(
        row.getString("key"),
        row.getString("application"),
        row.getString("label"),
        texts(row, "permissions"),
        texts(row, "includes"),
        row.getBoolean("privileged"),
        row.getBoolean("break_glass"),
        row.getBoolean("self_requestable"),
        json.object(row, "request"),
        WireName.of(CatalogStatus.class, row.getString("status")),
        row.getLong("revision"));
  }

  private static List<String> texts(ResultSet row, String column) throws SQLException {
    return List.of((String[]) row.getArray(column).getArray());
  }
}
