package io.iamplane.catalog.permission;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Supplier;

/** The permissions that a tenant can grant, the control plane's own included. */
@Singleton
public class PermissionReader {

  private final PermissionStore permissions;
  private final Sql sql;

  PermissionReader(PermissionStore permissions, Sql sql) {
    this.permissions = permissions;
    this.sql = sql;
  }

  /** Returns true if a permission is declared and not deprecated, or the control plane's. */
  public boolean hasPermission(OrganizationId organization, String key) {
    return ControlPlane.permission(key)
        .map(permission -> !permission.platformOnly() || isPlatform(organization))
        .orElseGet(() ->
            permissions
                .byKey(organization, key)
                .filter(permission -> permission.status() == CatalogStatus.ACTIVE)
                .isPresent());
  }

  public Supplier<Boolean> hasPermission(OrganizationId organization, String key, RoundTrip trip) {
    return ControlPlane.permission(key)
        .map(permission -> permission.platformOnly() ? isPlatform(organization, trip) : always())
        .orElseGet(() -> isActive(organization, key, trip));
  }

  private static Supplier<Boolean> always() {
    return () -> true;
  }

  private static Supplier<Boolean> isActive(
      OrganizationId organization, String key, RoundTrip trip) {
    Supplier<List<Boolean>> found =
        trip.list(
            "SELECT key FROM iam_permissions"
                + " WHERE organization_id = ? AND key = ? AND status = 'active'",
            row -> true,
            organization.value(),
            key);
    return () -> !found.get().isEmpty();
  }

  private static Supplier<Boolean> isPlatform(OrganizationId organization, RoundTrip trip) {
    Supplier<List<Boolean>> found =
        trip.list(
            "SELECT id FROM iam_organizations WHERE id = ? AND kind = 'platform'",
            row -> true,
            organization.value());
    return () -> !found.get().isEmpty();
  }

  /** Returns true for the platform organization, which has more permissions than others. */
  public boolean isPlatform(OrganizationId organization) {
    return sql.first(
            "SELECT kind FROM iam_organizations WHERE id = ?",
            row -> row.getString("kind").equals("platform"),
            organization.value())
        .orElse(false);
  }
}
