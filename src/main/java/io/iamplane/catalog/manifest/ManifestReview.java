package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredPermission;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import io.iamplane.catalog.document.Risk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reasons for which a manifest must be approved before it is applied: a permission is
 * removed, a redirect URI or the client type changes, or it widens rights. It widens if a
 * permission of high or critical risk is added or changed, a permission's risk or assurance falls,
 * a role that people may have gains such a permission, includes another role, becomes or stops
 * being privileged, or comes back; if an ordinary role gains a permission that only privileged
 * roles had; and if the relation model behind a permission of such risk changes.
 */
final class ManifestReview {

  /** A thousand roles may gain two thousand permissions each. */
  private static final int MOST_REASONS = 1_000;

  private final @Nullable Manifest before;
  private final Manifest after;
  private final ManifestRoles rolesBefore;
  private final ManifestRoles rolesAfter;
  private final Set<String> revived;

  /** The permissions that only privileged roles contain so far. */
  private final Set<String> guarded;

  private final List<String> widening = new ArrayList<>();
  private final Map<String, DeclaredPermission> permissions = new HashMap<>();
  private final Map<String, DeclaredPermission> left = new HashMap<>();

  /**
   * @param before the applied manifest; null for an application's first one
   * @param revived the roles of {@code after} that {@code before} does not declare and an earlier
   *     manifest did: grants of them are there still
   */
  ManifestReview(@Nullable Manifest before, Manifest after, Set<String> revived) {
    this.before = before;
    this.after = after;
    this.revived = revived;
    this.rolesBefore = new ManifestRoles(before);
    this.rolesAfter = new ManifestRoles(after);
    this.guarded = rolesBefore.guarded();
    if (before != null) {
      before.permissions().forEach(permission -> left.put(permission.key(), permission));
    }
    after.permissions().forEach(permission -> permissions.put(permission.key(), permission));
    permissions();
    roles();
    model();
  }

  /** All reasons, empty when it needs no approval. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    Manifest applied = before;
    if (applied != null) {
      auth(applied, reasons);
    }
    reasons.addAll(widening);
    left.keySet().stream().sorted().forEach(key -> reasons.add(key + " is removed"));
    return reasons;
  }

  /** The reasons for which it is no mere return to less: wider rights, and more ways to sign in. */
  List<String> widening() {
    List<String> reasons = new ArrayList<>();
    Manifest applied = before;
    if (applied != null && (!applied.auth().includes(after.auth()) || isToldElsewhere(applied))) {
      auth(applied, reasons);
    }
    reasons.addAll(widening);
    return reasons;
  }

  private void widen(String reason) {
    if (widening.size() < MOST_REASONS) {
      widening.add(reason);
    } else if (widening.size() == MOST_REASONS) {
      widening.add("further reasons are not listed");
    }
  }

  private void permissions() {
    for (DeclaredPermission permission : after.permissions()) {
      DeclaredPermission known = left.remove(permission.key());
      String risk = named(permission) + " is ";
      if (known == null) {
        if (isRisky(permission)) {
          widen(risk + "added");
        }
      } else if (!known.equals(permission)) {
        if (isRisky(permission)
            || isRisky(known)
            || (isPrivileged(permission) && isBoundElsewhere(permission, known))) {
          widen(risk + "changed");
        } else if (permission.risk().compareTo(known.risk()) < 0
            || permission.requiredAal().compareTo(known.requiredAal()) < 0) {
          widen("the risk or assurance level of " + permission.key() + " is lowered");
        }
      }
    }
  }

  private void roles() {
    Map<String, DeclaredRole> known = new HashMap<>(rolesBefore.byKey());
    for (DeclaredRole role : after.roles()) {
      DeclaredRole old = known.remove(role.key());
      Set<String> gained = rolesAfter.gained(rolesBefore, role.key());
      if (old != null || revived.contains(role.key())) {
        held(role, old, gained);
      }
      if (!role.privileged()) {
        gained.stream()
            .filter(guarded::contains)
            .forEach(key ->
                widen(role.key() + " gains " + key + ", which only privileged roles had before"));
      }
    }
    privilegedRemoved(known);
  }

  /** Finds removed privileged roles: their own permissions are privileged no longer. */
  private void privilegedRemoved(Map<String, DeclaredRole> removed) {
    removed.values().stream()
        .filter(DeclaredRole::privileged)
        .map(DeclaredRole::key)
        .sorted()
        .forEach(key -> widen("privileged role " + key + " is removed"));
  }

  private void held(DeclaredRole role, @Nullable DeclaredRole old, Set<String> gained) {
    for (String key : gained) {
      DeclaredPermission permission = permissions.get(key);
      if (permission != null && isRisky(permission)) {
        widen(role.key() + " gains " + named(permission));
      }
    }
    if (old == null) {
      if (role.privileged()) {
        widen("privileged role " + role.key() + " is restored");
      }
      return;
    }
    Set<String> included = new TreeSet<>(role.includes());
    included.removeAll(new HashSet<>(old.includes()));
    included.forEach(key -> widen(role.key() + " now includes " + key));
    if (role.privileged() != old.privileged()) {
      widen(role.key() + (role.privileged() ? " becomes" : " is no longer") + " privileged");
    }
  }

  private void model() {
    if (before != null
        && (!before.types().equals(after.types())
            || !before.conditions().equals(after.conditions()))) {
      after.permissions().stream()
          .filter(permission -> permission.relation() != null && isPrivileged(permission))
          .forEach(
              permission -> widen("the relation model behind " + named(permission) + " changes"));
    }
  }

  private void auth(Manifest applied, List<String> reasons) {
    if (applied.auth().clientType() != after.auth().clientType()) {
      reasons.add("the client type changes");
    }
    Set<String> uris = new HashSet<>(applied.auth().redirectUris());
    if (!uris.equals(new HashSet<>(after.auth().redirectUris()))) {
      reasons.add("the redirect URIs change");
    }
    if (!Objects.equals(
        applied.auth().backchannelLogoutUri(), after.auth().backchannelLogoutUri())) {
      reasons.add("the logout URI changes");
    }
  }

  /** Returns true if a logout URI comes back that is not there now. */
  private boolean isToldElsewhere(Manifest applied) {
    String uri = after.auth().backchannelLogoutUri();
    return uri != null && !uri.equals(applied.auth().backchannelLogoutUri());
  }

  private static boolean isBoundElsewhere(DeclaredPermission one, DeclaredPermission other) {
    return !Objects.equals(one.relation(), other.relation())
        || !Objects.equals(one.resource(), other.resource());
  }

  private static String named(DeclaredPermission permission) {
    return permission.risk().wire() + "-risk permission " + permission.key();
  }

  /** By its risk, or because only privileged roles contain it. */
  private boolean isPrivileged(DeclaredPermission permission) {
    return isRisky(permission) || guarded.contains(permission.key());
  }

  private static boolean isRisky(DeclaredPermission permission) {
    return permission.risk().compareTo(Risk.HIGH) >= 0;
  }
}
