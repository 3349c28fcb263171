package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.language.pattern.PermissionIndex;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the permissions of roles, with patterns and included roles resolved. Each role is resolved
 * once, so that the work is {@link #size}. For one thread.
 */
final class RoleExpansion {

  private static final int MAX_DEPTH = 16;

  /** A circle, or too many levels, neither of which the catalogue accepts. */
  private static final Expanded IRREGULAR = new Expanded(new int[0], Integer.MAX_VALUE / 2);

  private static final Expanded NOTHING = new Expanded(new int[0], 0);

  private final Map<String, RoleFact> roles;
  private final PermissionIndex permissions;
  private final Map<String, Expanded> known = new HashMap<>();
  private long size;

  /**
   * A role.
   *
   * @param positions of its permissions
   * @param levels of included roles below it
   */
  private record Expanded(int[] positions, int levels) {}

  RoleExpansion(Map<String, RoleFact> roles, Collection<String> permissions) {
    this.roles = roles;
    this.permissions = new PermissionIndex(permissions);
  }

  /**
   * Counts the permissions of all roles, those of an included role again in each that includes it.
   */
  long size() {
    roles.keySet().forEach(this::positionsOf);
    return size;
  }

  /** The keys of all permissions, in the order of their positions. */
  PermissionIndex permissions() {
    return permissions;
  }

  /** The positions of a role's permissions. */
  int[] positionsOf(String role) {
    Expanded found = expanded(role, 0);
    return found.levels <= MAX_DEPTH ? found.positions : byLevels(role);
  }

  private Expanded expanded(String key, int above) {
    Expanded before = known.get(key);
    if (before != null) {
      return before;
    }
    RoleFact role = roles.get(key);
    if (role == null) {
      return NOTHING;
    }
    if (above > MAX_DEPTH) {
      return IRREGULAR;
    }
    known.put(key, IRREGULAR);
    BitSet all = own(role);
    long work = all.cardinality();
    int levels = 0;
    for (String included : role.includes()) {
      Expanded below = expanded(included, above + 1);
      levels = Math.max(levels, below.levels + 1);
      work += below.positions.length;
      for (int position : below.positions) {
        all.set(position);
      }
    }
    Expanded made = levels > MAX_DEPTH ? IRREGULAR : new Expanded(positions(all), levels);
    known.put(key, made);
    size += work;
    return made;
  }

  /**
   * Searches level by level, so that the result does not depend on the order of inclusion, and a
   * circle ends.
   */
  private int[] byLevels(String role) {
    Set<String> seen = new HashSet<>();
    Set<String> level = Set.of(role);
    BitSet all = new BitSet();
    for (int depth = 0; depth <= MAX_DEPTH && !level.isEmpty(); depth++) {
      Set<String> next = new HashSet<>();
      for (String key : level) {
        RoleFact each = roles.get(key);
        if (each != null && seen.add(key)) {
          all.or(own(each));
          next.addAll(each.includes());
        }
      }
      level = next;
    }
    return positions(all);
  }

  private BitSet own(RoleFact role) {
    BitSet own = new BitSet();
    role.permissions().forEach(key -> permissions.add(key, own));
    role.patterns().forEach(pattern -> permissions.addBelow(pattern.prefix(), own));
    return own;
  }

  private static int[] positions(BitSet all) {
    return all.stream().toArray();
  }
}
