package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.catalog.role.Role;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Finds the smallest role that has some permissions and none that a wider one has not. */
final class RoleChoice {

  private static final int MAX_KEY = 40;

  private final Inspection inspection;
  private final Map<String, List<String>> byPermission = new HashMap<>();
  private final Map<Wanted, Optional<String>> known = new HashMap<>();

  private record Wanted(String role, Set<String> permissions) {}

  RoleChoice(Inspection inspection) {
    this.inspection = inspection;
    inspection.tenant().roles().values().stream()
        .map(Role::key)
        .filter(role -> !inspection.isBreakGlass(role))
        .sorted(
            Comparator.<String>comparingInt(key -> inspection.roles().of(key).size())
                .thenComparing(Comparator.naturalOrder()))
        .forEach(role ->
            inspection
                .roles()
                .of(role)
                .forEach(permission ->
                    byPermission.computeIfAbsent(permission, _ -> new ArrayList<>()).add(role)));
  }

  /**
   * The smallest role that has the permissions, and no others than those of a role; empty when only
   * that role itself has them.
   */
  Optional<String> smallest(String role, Set<String> permissions) {
    return known.computeIfAbsent(new Wanted(role, permissions), this::find);
  }

  private Optional<String> find(Wanted wanted) {
    Set<String> all = inspection.roles().of(wanted.role());
    boolean privileged = inspection.isPrivilegedRole(wanted.role());
    for (String key : having(wanted.permissions())) {
      Set<String> has = inspection.roles().of(key);
      if (has.size() >= all.size()) {
        break;
      }
      if (has.containsAll(wanted.permissions())
          && all.containsAll(has)
          && (privileged || !inspection.isPrivilegedRole(key))) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** The roles, the smallest first, that have the one of some permissions that fewest have. */
  private List<String> having(Set<String> permissions) {
    return permissions.stream()
        .map(permission -> byPermission.getOrDefault(permission, List.of()))
        .min(Comparator.comparingInt(List::size))
        .orElse(List.of());
  }

  /** A role of some permissions of another; the same permissions make the same key. */
  ProposedRole proposed(String role, Set<String> permissions) {
    Set<String> sorted = new TreeSet<>(permissions);
    String name = role.replace(':', '-');
    String digest =
        UUID.nameUUIDFromBytes(String.join("\n", sorted).getBytes(StandardCharsets.UTF_8))
            .toString()
            .substring(0, 8);
    return new ProposedRole(
        name.substring(0, Math.min(name.length(), MAX_KEY)) + "-used-" + digest,
        "Used permissions of " + role,
        List.copyOf(sorted),
        inspection.isPrivilegedRole(role));
  }
}
