package io.iamplane.catalog.role;

import io.iamplane.catalog.permission.PermissionReader;
import io.iamplane.shared.OrganizationId;
import java.util.List;

/** The contents of the tables, in the caller's transaction. */
record StoredRoles(OrganizationId organization, RoleStore roles, PermissionReader permissions)
    implements RoleFacts {

  @Override
  public boolean hasPermission(String key) {
    return permissions.hasPermission(organization, key);
  }

  @Override
  public boolean hasRole(String key) {
    return roles.has(organization, key);
  }

  @Override
  public List<String> includes(String key) {
    return roles.byKey(organization, key).map(Role::includes).orElse(List.of());
  }

  @Override
  public List<String> including(String key) {
    return roles.including(organization, key);
  }

  @Override
  public int levelsAbove(String key, int most) {
    return roles.levelsAbove(organization, key, most);
  }
}
