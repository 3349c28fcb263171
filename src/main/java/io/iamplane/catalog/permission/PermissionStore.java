package io.iamplane.catalog.permission;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.document.Risk;
import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.database.Keyset;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code iam_permissions}. A manifest writes thousands of whole rows: they are sent as
 * they come, without a session that would check its entities at each flush.
 */
@Singleton
public class PermissionStore
    extends RowStore<
        PermissionStore.PermissionEntity, Permission, PermissionStore.PermissionRowKey> {

  private static final String SELECT =
      """
      SELECT key, application, label, description, resource, action, relation, risk,
        required_aal, status
      FROM iam_permissions WHERE organization_id = ?
      """;

  private final Sql sql;
  private final StatelessSession session;

  PermissionStore(Sql sql, StatelessSession session) {
    this.sql = sql;
    this.session = session;
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

  /** Not deprecated, in the order of their keys. */
  public List<Permission> after(OrganizationId organization, String after, int limit) {
    return sql.list(query(organization, after, limit), PermissionStore::read);
  }

  /** Returns true if a permission is declared and not deprecated, or the control plane's. */
  public boolean hasPermission(OrganizationId organization, String key) {
    RoundTrip trip = sql.roundTrip();
    Supplier<Boolean> found = hasPermission(organization, key, trip);
    trip.run();
    return found.get();
  }

  /** Answers the same in one round trip with other reads. */
  public Supplier<Boolean> hasPermission(OrganizationId organization, String key, RoundTrip trip) {
    ControlPlanePermission own = ControlPlane.permission(key).orElse(null);
    if (own == null) {
      return trip.exists(
          "SELECT key FROM iam_permissions"
              + " WHERE organization_id = ? AND key = ? AND status = 'active'",
          organization.value(),
          key);
    }
    return own.platformOnly()
        ? trip.exists(
            "SELECT id FROM iam_organizations WHERE id = ? AND kind = 'platform'",
            organization.value())
        : () -> true;
  }

  /** Returns true for the platform organization, which has more permissions than others. */
  public boolean isPlatform(OrganizationId organization) {
    return sql.first(
            "SELECT kind FROM iam_organizations WHERE id = ?",
            row -> row.getString("kind").equals("platform"),
            organization.value())
        .orElse(false);
  }

  public void insert(Recording recording, Permission permission) {
    session.insert(row(recording, permission));
  }

  /** Replaces the one of that key; its application and its birth are for life. */
  public void replace(Recording recording, Permission permission) {
    session.update(row(recording, permission));
  }

  private static PermissionEntity row(Recording recording, Permission permission) {
    PermissionEntity row = new PermissionEntity();
    row.id = new PermissionRowKey(recording.organization().value(), permission.key());
    row.application = permission.application();
    row.createdAt = recording.at();
    row.take(permission, recording.at());
    return row;
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

  @Entity
  @Table(name = "iam_permissions")
  static class PermissionEntity implements RowStore.Row<Permission> {

    @EmbeddedId PermissionRowKey id;

    @Column(updatable = false)
    String application;

    @Nullable String label;
    @Nullable String description;
    @Nullable String resource;
    @Nullable String action;
    @Nullable String relation;
    String risk;
    String requiredAal;
    String status;

    @Column(updatable = false)
    Instant createdAt;

    Instant updatedAt;

    @Override
    public void take(Permission permission, Instant at) {
      label = permission.label();
      description = permission.description();
      resource = permission.resource();
      action = permission.action();
      relation = permission.relation();
      risk = permission.risk().wire();
      requiredAal = permission.requiredAal().wire();
      status = permission.status().wire();
      updatedAt = at;
    }

    @Override
    public Permission value() {
      return new Permission(
          id.key(),
          application,
          label,
          description,
          resource,
          action,
          relation,
          WireName.of(Risk.class, risk),
          WireName.of(Aal.class, requiredAal),
          WireName.of(CatalogStatus.class, status));
    }
  }

  @Embeddable
  record PermissionRowKey(UUID organizationId, String key) implements Serializable {}
}
