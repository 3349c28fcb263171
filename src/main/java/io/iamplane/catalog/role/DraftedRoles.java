package io.iamplane.catalog.role;

import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.change.Effect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The roles and permissions after some effects on a catalogue, which are written nowhere. */
final class DraftedRoles implements RoleFacts {

  private final RoleFacts present;
  private final Map<String, Role> roles = new HashMap<>();
  private final Map<String, Boolean> permissions = new HashMap<>();

  DraftedRoles(RoleFacts present, List<Effect> effects) {
    this.present = present;
    for (Effect effect : effects) {
      if (effect.after() instanceof Role role) {
        roles.put(role.key(), role);
      } else if (effect.after() instanceof Permission permission) {
        permissions.put(permission.key(), permission.status() == CatalogStatus.ACTIVE);
      }
    }
  }

  @Override
  public boolean hasPermission(String key) {
    Boolean drafted = permissions.get(key);
    return drafted == null ? present.hasPermission(key) : drafted;
  }

  @Override
  public boolean hasRole(String key) {
    Role drafted = roles.get(key);
    return drafted == null ? present.hasRole(key) : isActive(drafted);
  }

  private static boolean isActive(Role role) {
    return role.status() == CatalogStatus.ACTIVE;
  }

  @Override
  public List<String> includes(String key) {
    Role drafted = roles.get(key);
    return drafted == null ? present.includes(key) : drafted.includes();
  }

  @Override
  public List<String> including(String key) {
    return Stream.concat(
            present.including(key).stream().filter(role -> !roles.containsKey(role)),
            roles.values().stream()
                .filter(role -> isActive(role) && role.includes().contains(key))
                .map(Role::key))
        .sorted()
        .toList();
  }

  @Override
  public int levelsAbove(String key, int most) {
    if (roles.isEmpty()) {
      return present.levelsAbove(key, most);
    }
    return most <= 0
        ? 0
        : including(key).stream()
            .mapToInt(above -> 1 + levelsAbove(above, most - 1))
            .max()
            .orElse(0);
  }
}
