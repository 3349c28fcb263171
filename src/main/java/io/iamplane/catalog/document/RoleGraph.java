package io.iamplane.catalog.document;

import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.JsonMembers.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The inclusions between declared roles; refuses unknown roles, circles and deep chains. */
final class RoleGraph {

  /** Levels of inclusion: a chain of one role more. */
  static final int MAX_DEPTH = 16;

  private static final int MAX_SHOWN = 20;

  private final List<Role> all = new ArrayList<>();
  private final Map<String, Role> byKey = new LinkedHashMap<>();
  private final Map<Role, Integer> depths = new HashMap<>();
  private final LinkedHashSet<Role> path = new LinkedHashSet<>();

  /** A role and its included roles, by full keys. */
  private record Role(@Nullable String key, JsonMembers at, List<Element> includes) {

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** The key is null when it is invalid; when it is declared twice, the first counts. */
  void add(@Nullable String key, JsonMembers at, List<Element> includes) {
    Role role = new Role(key, at, includes);
    all.add(role);
    if (key != null) {
      byKey.putIfAbsent(key, role);
    }
  }

  void check() {
    for (Role role : all) {
      int depth = depth(role);
      if (depth > MAX_DEPTH) {
        role.at()
            .fault(
                "includes",
                "must not be more than %d levels deep; the current depth is %d"
                    .formatted(MAX_DEPTH, depth));
      }
    }
  }

  /**
   * The number of levels that a role includes. Each role is visited once; an inclusion that closes
   * a circle does not count.
   */
  private int depth(Role role) {
    Integer known = depths.get(role);
    if (known != null) {
      return known;
    }
    path.add(role);
    int depth = 0;
    for (Element include : role.includes()) {
      Role included = byKey.get(include.text());
      if (included == null) {
        role.at().fault(include.member(), "'" + include.text() + "' is not declared in 'roles'");
      } else if (path.contains(included)) {
        role.at()
            .fault(
                include.member(),
                role.at().isFull() ? "" : "must not form a cycle: " + circle(included));
      } else {
        depth = Math.max(depth, 1 + depth(included));
      }
    }
    path.removeLast();
    depths.put(role, depth);
    return depth;
  }

  private String circle(Role from) {
    List<String> keys =
        path.stream()
            .dropWhile(role -> !role.equals(from))
            .limit(MAX_SHOWN)
            .map(role -> String.valueOf(role.key()))
            .toList();
    String circle = String.join(" includes ", keys);
    return circle + (keys.size() == MAX_SHOWN ? " includes ..." : " includes " + from.key());
  }
}
