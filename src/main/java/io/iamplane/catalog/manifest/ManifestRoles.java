package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionIndex;
import io.iamplane.language.pattern.PermissionPattern;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The roles of a manifest with their permissions, patterns and included roles resolved, each role
 * once. For one thread.
 */
final class ManifestRoles {

  private static final Contents NOTHING = new Contents(new BitSet(), false);

  private final Map<String, DeclaredRole> roles = new HashMap<>();
  private final PermissionIndex permissions;
  private final Map<String, Contents> known = new HashMap<>();

  /**
   * The contents of a role.
   *
   * @param permissions their positions
   * @param privileged true if the role or an included one is
   */
  private record Contents(BitSet permissions, boolean privileged) {}

  /** Reads a manifest; null declares nothing. */
  ManifestRoles(@Nullable Manifest manifest) {
    Collection<DeclaredPermission> declared = manifest == null ? List.of() : manifest.permissions();
    permissions = new PermissionIndex(declared.stream().map(DeclaredPermission::key).toList());
    if (manifest != null) {
      manifest.roles().forEach(role -> roles.put(role.key(), role));
    }
  }

  Map<String, DeclaredRole> byKey() {
    return Collections.unmodifiableMap(roles);
  }

  /** The permissions that a role contains here and not in another manifest. */
  Set<String> gained(ManifestRoles before, String role) {
    return without(contents(role).permissions, before, before.contents(role).permissions);
  }

  /** The permissions that some texts name, as such or in patterns, here and not in another. */
  Set<String> gained(ManifestRoles before, List<String> texts) {
    return without(named(texts), before, before.named(texts));
  }

  private Set<String> without(BitSet here, ManifestRoles before, BitSet there) {
    Set<String> gained = new TreeSet<>();
    here.stream()
        .mapToObj(permissions::key)
        .filter(key -> !before.permissions.contains(there, key))
        .forEach(gained::add);
    return gained;
  }

  /** All that only privileged roles contain. */
  Set<String> guarded() {
    BitSet guarded = new BitSet();
    BitSet ordinary = new BitSet();
    for (String role : roles.keySet()) {
      Contents contents = contents(role);
      (contents.privileged ? guarded : ordinary).or(contents.permissions);
    }
    guarded.andNot(ordinary);
    Set<String> keys = new TreeSet<>();
    guarded.stream().mapToObj(permissions::key).forEach(keys::add);
    return keys;
  }

  private Contents contents(String key) {
    Contents before = known.get(key);
    if (before != null) {
      return before;
    }
    DeclaredRole role = roles.get(key);
    if (role == null) {
      return NOTHING;
    }
    // No circle gets through the check of a manifest, and one would end here.
    known.put(key, NOTHING);
    BitSet all = named(role.permissions());
    boolean privileged = role.privileged();
    for (String included : role.includes()) {
      Contents below = contents(included);
      all.or(below.permissions);
      privileged |= below.privileged;
    }
    Contents made = new Contents(all, privileged);
    known.put(key, made);
    return made;
  }

  private BitSet named(List<String> texts) {
    BitSet named = new BitSet();
    for (String text : texts) {
      switch (pattern(text)) {
        case PermissionPattern.Exact exact -> permissions.add(exact.toString(), named);
        case PermissionPattern.Prefix below -> permissions.addBelow(below.prefix(), named);
      }
    }
    return named;
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a checked manifest contains an invalid permission", e);
    }
  }
}
