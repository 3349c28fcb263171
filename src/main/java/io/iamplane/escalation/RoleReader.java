package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the contents of roles, before and after the present change. */
@Singleton
class RoleReader {

  private final CatalogReader catalog;

  RoleReader(CatalogReader catalog) {
    this.catalog = catalog;
  }

  RoleContents now(OrganizationId organization) {
    return contents(organization, Map.of());
  }

  RoleContents before(OrganizationId organization, List<Effect> effects) {
    Map<String, Optional<Role>> instead = new HashMap<>();
    for (Effect effect : effects) {
      if (effect.before() instanceof Role role) {
        instead.putIfAbsent(role.key(), Optional.of(role));
      } else if (effect.after() instanceof Role role) {
        instead.putIfAbsent(role.key(), Optional.empty());
      }
    }
    return contents(organization, instead);
  }

  static Set<String> changed(List<Effect> effects) {
    Set<String> keys = new HashSet<>();
    for (Effect effect : effects) {
      if (PowerEffects.image(effect) instanceof Role role) {
        keys.add(role.key());
      }
    }
    return keys;
  }

  /** The given roles, and all that include them now or did before some effects. */
  Set<String> above(OrganizationId organization, Collection<String> roles, List<Effect> effects) {
    Set<String> keys = new HashSet<>(roles);
    int size;
    do {
      keys.addAll(catalog.rolesAbove(organization, keys));
      size = keys.size();
      for (Effect effect : effects) {
        if (effect.before() instanceof Role role
            && role.includes().stream().anyMatch(keys::contains)) {
          keys.add(role.key());
        }
      }
    } while (keys.size() > size);
    return keys;
  }

  private RoleContents contents(OrganizationId organization, Map<String, Optional<Role>> instead) {
    return new RoleContents(
        catalog.isPlatform(organization), instead, keys -> catalog.rolesWithin(organization, keys));
  }
}
