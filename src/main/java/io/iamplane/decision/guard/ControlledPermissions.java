package io.iamplane.decision.guard;

import io.iamplane.catalog.CatalogReader;
import io.iamplane.catalog.CatalogStatus;
import io.iamplane.catalog.Role;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.grant.Grant;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Knows which permissions of the control plane a privilege contains, by the rows as they are. */
@ApplicationScoped
class ControlledPermissions {

  private final CatalogReader catalog;

  ControlledPermissions(CatalogReader catalog) {
    this.catalog = catalog;
  }

  /** Those that a grant contains. */
  Set<ControlPlanePermission> of(OrganizationId organization, Grant grant) {
    return switch (grant.privilegeType()) {
      case PERMISSION ->
          ControlPlane.permission(grant.privilegeKey())
              .<Set<ControlPlanePermission>>map(EnumSet::of)
              .orElseGet(() -> EnumSet.noneOf(ControlPlanePermission.class));
      case ROLE -> ofRole(organization, grant.privilegeKey());
    };
  }

  /** Those that a role contains, through other roles too. */
  Set<ControlPlanePermission> ofRole(OrganizationId organization, String key) {
    Set<ControlPlanePermission> contained = EnumSet.noneOf(ControlPlanePermission.class);
    collect(organization, catalog.isPlatform(organization), key, contained, new HashSet<>());
    return contained;
  }

  /** Those that a role of given content contains, whatever the rows say of it. */
  Set<ControlPlanePermission> of(OrganizationId organization, Role role) {
    Set<ControlPlanePermission> contained = EnumSet.noneOf(ControlPlanePermission.class);
    if (role.status() == CatalogStatus.ACTIVE) {
      Set<String> seen = new HashSet<>(Set.of(role.key()));
      content(organization, catalog.isPlatform(organization), role, contained, seen);
    }
    return contained;
  }

  /** Whether a role is privileged itself or through a role that it includes. */
  boolean isPrivileged(OrganizationId organization, String key) {
    return isPrivileged(organization, key, new HashSet<>());
  }

  private boolean isPrivileged(OrganizationId organization, String key, Set<String> seen) {
    if (!seen.add(key)) {
      return false;
    }
    return ControlPlane.role(key)
        .map(SeededRole::privileged)
        .orElseGet(() ->
            catalog
                .role(organization, key)
                .map(role ->
                    role.privileged()
                        || role.includes().stream()
                            .anyMatch(each -> isPrivileged(organization, each, seen)))
                .orElse(false));
  }

  private void collect(
      OrganizationId organization,
      boolean platform,
      String key,
      Set<ControlPlanePermission> contained,
      Set<String> seen) {
    if (!seen.add(key)) {
      return;
    }
    Optional<SeededRole> seeded = ControlPlane.role(key);
    if (seeded.isPresent()) {
      ControlPlane.permissions(platform).stream()
          .filter(seeded.get().holds())
          .forEach(contained::add);
      return;
    }
    catalog
        .role(organization, key)
        .filter(role -> role.status() == CatalogStatus.ACTIVE)
        .ifPresent(role -> content(organization, platform, role, contained, seen));
  }

  private void content(
      OrganizationId organization,
      boolean platform,
      Role role,
      Set<ControlPlanePermission> contained,
      Set<String> seen) {
    for (String text : role.permissions()) {
      PermissionPattern pattern = pattern(text);
      ControlPlane.permissions(platform).stream()
          .filter(permission -> pattern.matches(permission.key()))
          .forEach(contained::add);
    }
    for (String included : role.includes()) {
      collect(organization, platform, included, contained, seen);
    }
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a stored role holds what is no permission", e);
    }
  }
}
