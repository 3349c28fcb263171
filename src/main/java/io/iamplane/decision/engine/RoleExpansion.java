package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RoleFact;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the permissions of a role, with patterns and included roles resolved. */
final class RoleExpansion {

  static final int MAX_DEPTH = 16;

  private final Map<String, RoleFact> roles;
  private final Map<String, PermissionFact> permissions;

  RoleExpansion(Map<String, RoleFact> roles, Map<String, PermissionFact> permissions) {
    this.roles = roles;
    this.permissions = permissions;
  }

  /**
   * Searches level by level, so that the result does not depend on the order of inclusion, and a
   * cycle, which the catalogue refuses anyway, ends.
   */
  Set<String> permissionsOf(RoleFact role) {
    Set<String> seen = new HashSet<>();
    Set<String> level = Set.of(role.key());
    Set<String> expanded = new HashSet<>();
    for (int depth = 0; depth <= MAX_DEPTH && !level.isEmpty(); depth++) {
      Set<String> next = new HashSet<>();
      for (String key : level) {
        RoleFact each = roles.get(key);
        if (each != null && seen.add(key)) {
          addOwn(each, expanded);
          next.addAll(each.includes());
        }
      }
      level = next;
    }
    return expanded;
  }

  private void addOwn(RoleFact role, Set<String> into) {
    for (String permission : role.permissions()) {
      if (permissions.containsKey(permission)) {
        into.add(permission);
      }
    }
    List<RoleFact.Pattern> patterns = List.copyOf(role.patterns());
    if (patterns.isEmpty()) {
      return;
    }
    for (String permission : permissions.keySet()) {
      if (patterns.stream().anyMatch(pattern -> pattern.matches(permission))) {
        into.add(permission);
      }
    }
  }
}
