package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The permissions of manifests' roles, patterns and included roles resolved. */
final class RoleGains {

  private RoleGains() {}

  /** The permissions that a role contains by one manifest and not by another. */
  static Set<String> gained(@Nullable Manifest before, Manifest after, String role) {
    Set<String> gained = contained(after, role);
    gained.removeAll(contained(before, role));
    return gained;
  }

  /** All that only privileged roles contain. */
  static Set<String> guarded(@Nullable Manifest manifest) {
    Set<String> guarded = new TreeSet<>();
    Set<String> ordinary = new TreeSet<>();
    for (String role : roles(manifest).keySet()) {
      (isPrivileged(manifest, role) ? guarded : ordinary).addAll(contained(manifest, role));
    }
    guarded.removeAll(ordinary);
    return guarded;
  }

  static Map<String, DeclaredRole> roles(@Nullable Manifest manifest) {
    Map<String, DeclaredRole> roles = new HashMap<>();
    if (manifest != null) {
      manifest.roles().forEach(role -> roles.put(role.key(), role));
    }
    return roles;
  }

  /** The permissions of a manifest that some texts name, as such or in patterns. */
  static Set<String> matching(Manifest manifest, List<String> texts) {
    Set<String> found = new TreeSet<>();
    for (String text : texts) {
      PermissionPattern pattern = pattern(text);
      manifest.permissions().stream()
          .map(DeclaredPermission::key)
          .filter(pattern::matches)
          .forEach(found::add);
    }
    return found;
  }

  private static Set<String> contained(@Nullable Manifest manifest, String role) {
    Set<String> contained = new TreeSet<>();
    if (manifest != null) {
      within(manifest, role)
          .forEach(each -> contained.addAll(matching(manifest, each.permissions())));
    }
    return contained;
  }

  private static boolean isPrivileged(@Nullable Manifest manifest, String role) {
    return manifest != null && within(manifest, role).stream().anyMatch(DeclaredRole::privileged);
  }

  private static Set<DeclaredRole> within(Manifest manifest, String role) {
    Map<String, DeclaredRole> roles = roles(manifest);
    Set<DeclaredRole> within = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(Set.of(role));
    while (!next.isEmpty()) {
      DeclaredRole each = roles.get(next.remove());
      if (each != null && within.add(each)) {
        next.addAll(each.includes());
      }
    }
    return within;
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a checked manifest contains an invalid permission", e);
    }
  }
}
