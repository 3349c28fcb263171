package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The contents of an organization's roles at one moment, included roles too. Reads each role once,
 * and is discarded with its question.
 */
final class RoleContents {

  private final List<ControlPlanePermission> all;
  private final Function<Collection<String>, List<Role>> within;
  private final Map<String, Optional<Role>> known = new HashMap<>();
  private final Map<String, Set<ControlPlanePermission>> own = new HashMap<>();

  /**
   * @param platform true if the organization is the platform
   * @param instead roles to use in place of the rows; empty for a missing role
   * @param within reads the roles of some keys and all roles that these include
   */
  RoleContents(
      boolean platform,
      Map<String, Optional<Role>> instead,
      Function<Collection<String>, List<Role>> within) {
    this.all = ControlPlane.permissions(platform);
    this.within = within;
    known.putAll(instead);
  }

  /** Reads some roles at once that will be asked for one by one. */
  RoleContents read(Collection<String> roles) {
    Set<String> wanted = new LinkedHashSet<>(roles);
    known.values().stream().flatMap(Optional::stream).map(Role::includes).forEach(wanted::addAll);
    load(wanted);
    return this;
  }

  boolean isControlled(Privilege privilege) {
    return switch (privilege.kind()) {
      case ROLE -> !controlled(privilege.key()).isEmpty();
      case PERMISSION -> ControlPlane.permission(privilege.key()).isPresent();
    };
  }

  Set<ControlPlanePermission> controlled(String role) {
    Set<ControlPlanePermission> contained = EnumSet.noneOf(ControlPlanePermission.class);
    reachable(List.of(role), RoleContents::isActive).forEach(key -> contained.addAll(own(key)));
    return contained;
  }

  /** The permissions and patterns that a role contains, as they are written. */
  Set<String> texts(String role) {
    Set<String> texts = new TreeSet<>();
    for (String key : reachable(List.of(role), RoleContents::isActive)) {
      if (ControlPlane.role(key).isPresent()) {
        own(key).forEach(permission -> texts.add(permission.key()));
      } else {
        role(key).ifPresent(each -> texts.addAll(each.permissions()));
      }
    }
    return texts;
  }

  /** Returns the privileged roles among a role and its inclusions, inactive ones included. */
  Set<String> privileged(String role) {
    Set<String> found = new TreeSet<>();
    for (String key : reachable(List.of(role), _ -> true)) {
      if (ControlPlane.role(key)
          .map(SeededRole::privileged)
          .orElseGet(() -> role(key).map(Role::privileged).orElse(false))) {
        found.add(key);
      }
    }
    return found;
  }

  private Set<String> reachable(Collection<String> roles, Predicate<Role> counts) {
    load(roles);
    Set<String> reached = new LinkedHashSet<>();
    Deque<String> next = new ArrayDeque<>(roles);
    while (!next.isEmpty()) {
      String key = next.remove();
      if (reached.contains(key)) {
        continue;
      }
      if (ControlPlane.role(key).isPresent()) {
        reached.add(key);
      } else {
        role(key)
            .filter(counts)
            .ifPresent(role -> {
              reached.add(key);
              next.addAll(role.includes());
            });
      }
    }
    return reached;
  }

  private Set<ControlPlanePermission> own(String key) {
    return own.computeIfAbsent(
        key,
        _ -> {
          Optional<SeededRole> seeded = ControlPlane.role(key);
          if (seeded.isPresent()) {
            return permissions(seeded.get().holds());
          }
          Set<ControlPlanePermission> contained = EnumSet.noneOf(ControlPlanePermission.class);
          for (String text : role(key).map(Role::permissions).orElse(List.of())) {
            // Most are of applications and need no parsing.
            if (text.startsWith(ControlPlane.APPLICATION + ":")) {
              PermissionPattern pattern = pattern(text);
              contained.addAll(permissions(permission -> pattern.matches(permission.key())));
            }
          }
          return contained;
        });
  }

  private Set<ControlPlanePermission> permissions(Predicate<ControlPlanePermission> which) {
    Set<ControlPlanePermission> found = EnumSet.noneOf(ControlPlanePermission.class);
    all.stream().filter(which).forEach(found::add);
    return found;
  }

  private Optional<Role> role(String key) {
    load(List.of(key));
    return known.getOrDefault(key, Optional.empty());
  }

  private void load(Collection<String> keys) {
    List<String> unknown =
        keys.stream()
            .filter(key -> !known.containsKey(key) && ControlPlane.role(key).isEmpty())
            .toList();
    if (!unknown.isEmpty()) {
      within.apply(unknown).forEach(role -> known.putIfAbsent(role.key(), Optional.of(role)));
      unknown.forEach(key -> known.putIfAbsent(key, Optional.empty()));
    }
  }

  private static boolean isActive(Role role) {
    return role.status() == CatalogStatus.ACTIVE;
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a stored role contains an invalid permission", e);
    }
  }
}
