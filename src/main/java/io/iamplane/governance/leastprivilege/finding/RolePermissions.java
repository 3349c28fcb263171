package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.RoleFact;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The permissions of roles, patterns and included roles resolved. For one thread. */
final class RolePermissions {

  private final PolicySnapshot snapshot;
  private final Map<String, Set<String>> known = new HashMap<>();

  RolePermissions(PolicySnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Their full keys; none for a role that is not there. */
  Set<String> of(String role) {
    return known.computeIfAbsent(role, this::find);
  }

  /** The role and those that it includes. */
  Set<String> within(String role) {
    return snapshot
        .rolesWithin(role)
        .map(roles -> roles.stream().map(RoleFact::key).collect(Collectors.toSet()))
        .orElse(Set.of());
  }

  private Set<String> find(String role) {
    List<RoleFact> within = snapshot.rolesWithin(role).orElse(List.of());
    Set<String> permissions = new HashSet<>();
    for (RoleFact each : within) {
      each.permissions().stream().filter(snapshot::hasPermission).forEach(permissions::add);
      if (!each.patterns().isEmpty()) {
        snapshot.permissionKeys().stream()
            .filter(key -> each.patterns().stream().anyMatch(pattern -> pattern.matches(key)))
            .forEach(permissions::add);
      }
    }
    return Set.copyOf(permissions);
  }
}
