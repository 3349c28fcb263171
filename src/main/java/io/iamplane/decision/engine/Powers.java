package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RoleFact;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The privileged rights of a policy. A permission is privileged if its risk is high or critical, as
 * is that of every permission of the control plane. It is also privileged if a privileged role
 * contains it, unless an ordinary role declared in its application's manifest does as well. A role
 * is privileged if it is declared so, or includes a privileged one.
 */
public final class Powers {

  private static final String ROLE = "role ";

  private final PolicySnapshot snapshot;
  private final Catalog catalog;
  private final Set<String> permissions = new TreeSet<>();
  private final Map<Privilege, Set<String>> contained = new HashMap<>();
  private final Map<String, Set<String>> markers = new HashMap<>();
  private final Map<Privilege, Set<String>> withMarkers = new HashMap<>();

  public Powers(PolicySnapshot snapshot) {
    this.snapshot = snapshot;
    this.catalog = snapshot.catalog();
    for (String key : catalog.permissionKeys()) {
      CatalogPermission permission = Objects.requireNonNull(catalog.permission(key));
      if (isPrivileged(permission)) {
        permissions.add(key);
        for (int i = 0; i < permission.privilegeCount(); i++) {
          contained.computeIfAbsent(privilege(permission, i), _ -> new TreeSet<>()).add(key);
        }
      }
    }
  }

  /** The privileged rights that a role or a permission gives: permissions, and privileged roles. */
  public Set<String> of(Privilege privilege) {
    Set<String> own = contained.getOrDefault(privilege, Set.of());
    if (privilege.kind() == Privilege.Kind.PERMISSION) {
      return own;
    }
    Set<String> privileged = markers(privilege.key());
    return privileged.isEmpty()
        ? own
        : withMarkers.computeIfAbsent(privilege, _ -> both(own, privileged));
  }

  private static Set<String> both(Set<String> own, Set<String> privileged) {
    Set<String> both = new TreeSet<>(own);
    both.addAll(privileged);
    return Collections.unmodifiableSet(both);
  }

  /** The privileged permissions among those that a test picks. */
  public Set<String> permissions(Predicate<String> which) {
    Set<String> picked = new TreeSet<>(permissions);
    picked.removeIf(which.negate());
    return picked;
  }

  /** Returns the permissions that are privileged only because of the given roles. */
  public Set<String> restingOn(Set<String> roles) {
    return permissions(key -> {
      CatalogPermission permission = Objects.requireNonNull(catalog.permission(key));
      if (permission.fact().risk().compareTo(Risk.HIGH) >= 0) {
        return false;
      }
      for (int i = 0; i < permission.privilegeCount(); i++) {
        Privilege privilege = privilege(permission, i);
        if (privilege.kind() == Privilege.Kind.ROLE
            && !roles.contains(privilege.key())
            && !markers(privilege.key()).isEmpty()) {
          return false;
        }
      }
      return true;
    });
  }

  public @Nullable CatalogPermission permission(String right) {
    return permissions.contains(right) ? catalog.permission(right) : null;
  }

  /** Returns the right of having a privileged role itself, besides its permissions. */
  public static String role(String key) {
    return ROLE + key;
  }

  /** Returns true for the right of having a privileged role itself. */
  public static boolean isRole(String right) {
    return right.startsWith(ROLE);
  }

  private boolean isPrivileged(CatalogPermission permission) {
    if (permission.fact().risk().compareTo(Risk.HIGH) >= 0) {
      return true;
    }
    boolean inPrivileged = false;
    for (int i = 0; i < permission.privilegeCount(); i++) {
      Privilege privilege = privilege(permission, i);
      if (privilege.kind() == Privilege.Kind.ROLE && catalog.role(privilege.key()) != null) {
        boolean privileged = !markers(privilege.key()).isEmpty();
        if (!privileged && privilege.key().indexOf(':') > 0) {
          return false;
        }
        inPrivileged |= privileged;
      }
    }
    return inPrivileged;
  }

  private Privilege privilege(CatalogPermission permission, int index) {
    return snapshot.privileges().privilege(permission.privilege(index));
  }

  private Set<String> markers(String role) {
    return markers.computeIfAbsent(role, this::findMarkers);
  }

  private Set<String> findMarkers(String role) {
    Set<String> found = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(Set.of(role));
    while (!next.isEmpty()) {
      String key = next.remove();
      RoleFact fact = catalog.role(key);
      if (fact != null && seen.add(key)) {
        if (fact.privileged()) {
          found.add(role(key));
        }
        next.addAll(fact.includes());
      }
    }
    return Collections.unmodifiableSet(found);
  }
}
