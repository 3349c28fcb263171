package io.iamplane.catalog.submission;

import io.iamplane.catalog.manifest.Manifest;
import io.iamplane.catalog.manifest.Manifest.DeclaredPermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells why somebody has to look at a manifest before it is applied: a permission is removed, a
 * redirect URI or the client type changes, or a permission of high or critical risk is added or
 * changed.
 */
final class ManifestReview {

  private ManifestReview() {}

  /**
   * The reasons, none when nobody has to.
   *
   * @param before what is applied; null for an application's first manifest
   */
  static List<String> reasons(@Nullable Manifest before, Manifest after) {
    List<String> reasons = new ArrayList<>();
    Map<String, DeclaredPermission> left = new HashMap<>();
    if (before != null) {
      before.permissions().forEach(permission -> left.put(permission.key(), permission));
      auth(before, after, reasons);
    }
    for (DeclaredPermission permission : after.permissions()) {
      DeclaredPermission known = left.remove(permission.key());
      if (known == null && isRisky(permission)) {
        reasons.add(permission.key() + " of " + permission.risk().wire() + " risk is added");
      } else if (known != null
          && !known.equals(permission)
          && (isRisky(permission) || isRisky(known))) {
        reasons.add(permission.key() + " of " + permission.risk().wire() + " risk is changed");
      }
    }
    left.keySet().stream().sorted().forEach(key -> reasons.add(key + " is removed"));
    return reasons;
  }

  private static void auth(Manifest before, Manifest after, List<String> reasons) {
    if (before.auth().clientType() != after.auth().clientType()) {
      reasons.add("the client type changes");
    }
    Set<String> uris = new HashSet<>(before.auth().redirectUris());
    if (!uris.equals(new HashSet<>(after.auth().redirectUris()))) {
      reasons.add("the redirect URIs change");
    }
  }

  private static boolean isRisky(DeclaredPermission permission) {
    return switch (permission.risk()) {
      case HIGH, CRITICAL -> true;
      case LOW, MEDIUM -> false;
    };
  }
}
