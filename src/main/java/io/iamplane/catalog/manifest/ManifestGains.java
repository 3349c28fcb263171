package io.iamplane.catalog.manifest;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.catalog.manifest.PrivilegeHolders.Holders;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the subjects that gain permissions by a manifest. */
@Singleton
class ManifestGains {

  static final int MOST_SUBJECTS = 20;

  private final CatalogReader catalog;
  private final PrivilegeHolders holders;

  ManifestGains(CatalogReader catalog, PrivilegeHolders holders) {
    this.catalog = catalog;
    this.holders = holders;
  }

  /**
   * The gain of a role's holders.
   *
   * @param role the application's, or one of the tenant that includes it or names its permissions
   *     by a pattern
   * @param holders the number of subjects with the role, groups counting as one, at most 10,000
   * @param subjects the first of them
   */
  @RegisterForReflection
  public record Gain(String role, List<String> permissions, int holders, List<String> subjects) {}

  /** The gains, for roles that are there already. */
  List<Gain> of(OrganizationId organization, @Nullable Manifest before, Manifest after) {
    ManifestRoles rolesBefore = new ManifestRoles(before);
    ManifestRoles rolesAfter = new ManifestRoles(after);
    List<Gain> gains = new ArrayList<>();
    for (DeclaredRole role : after.roles()) {
      add(
          gains,
          organization,
          role.key(),
          () -> catalog.rolesAbove(organization, Set.of(role.key())),
          rolesAfter.gained(rolesBefore, role.key()));
    }
    catalog.forEachRole(
        organization,
        role -> {
          if (role.application() == null) {
            Set<String> gained = rolesAfter.gained(rolesBefore, role.permissions());
            add(gains, organization, role.key(), () -> Set.of(role.key()), gained);
          }
        });
    return gains;
  }

  /** The roles of a manifest that another does not declare and the catalogue remembers. */
  Set<String> revived(OrganizationId organization, @Nullable Manifest before, Manifest after) {
    Set<String> revived = new HashSet<>(new ManifestRoles(after).byKey().keySet());
    revived.removeAll(new ManifestRoles(before).byKey().keySet());
    revived.removeIf(key -> catalog.role(organization, key).isEmpty());
    return revived;
  }

  private void add(
      List<Gain> gains,
      OrganizationId organization,
      String role,
      Supplier<Set<String>> roles,
      Set<String> gained) {
    if (!gained.isEmpty()) {
      Holders found = holders.of(organization, roles.get(), MOST_SUBJECTS);
      if (found.count() > 0) {
        gains.add(new Gain(role, List.copyOf(gained), found.count(), found.subjects()));
      }
    }
  }
}
