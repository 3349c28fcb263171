package io.iamplane.escalation;

import io.iamplane.catalog.manifest.ManifestVersion;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Reach;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.grant.GrantService;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks new contents of the tenant's roles as gifts to their holders, also by inclusion. New
 * contents of applications' roles are reviewed with their manifests.
 */
@Singleton
class RolePower {

  private final RoleReader roles;
  private final GrantService grants;

  RolePower(RoleReader roles, GrantService grants) {
    this.roles = roles;
    this.grants = grants;
  }

  void check(Recording recording, Judgement judgement) {
    List<Effect> own = recording.effects().stream().filter(RolePower::isOfTenant).toList();
    if (!own.isEmpty()) {
      checkOwn(recording, judgement, own);
    }
    List<Effect> unreviewed = isReviewed(recording) ? own : recording.effects();
    if (!RoleReader.changed(unreviewed).isEmpty()) {
      requireDenialsKept(recording, judgement, unreviewed);
    }
  }

  private void checkOwn(Recording recording, Judgement judgement, List<Effect> own) {
    Set<String> changed = RoleReader.changed(own);
    RoleContents before = roles.before(recording.organization(), own).read(changed);
    RoleContents now = roles.now(recording.organization()).read(changed);
    Set<String> added = new TreeSet<>();
    changed.forEach(role -> added.addAll(added(judgement.powers(), before, now, role)));
    if (!added.isEmpty()) {
      Gain gain = judgement.hand().gainOfRoles(roles.above(recording.organization(), changed, own));
      judgement.requireGiven(Reach.always(added), gain);
    }
    for (Effect effect : own) {
      if (stopsBeingPrivileged(effect)) {
        judgement.requireHeld(
            Reach.always(
                judgement
                    .powers()
                    .restingOn(
                        roles.above(recording.organization(), Set.of(effect.target().id()), own))),
            "It would no longer be privileged.");
      }
    }
  }

  private static Set<String> added(
      Powers powers, RoleContents before, RoleContents now, String role) {
    Set<String> had = before.texts(role);
    Set<String> has = now.texts(role);
    Set<String> added =
        new HashSet<>(powers.permissions(key -> isAmong(has, key) && !isAmong(had, key)));
    Set<String> more = new HashSet<>(now.privileged(role));
    more.removeAll(before.privileged(role));
    // A role that turns privileged gives no more than it gave; OwnRoleGuard looks after one's own.
    more.remove(role);
    more.forEach(key -> added.add(Powers.role(key)));
    return added;
  }

  /**
   * Checks permissions that a denied role no longer contains, and so no longer denies. An
   * application's roles change without a review, too: fewer permissions in a role do not need one.
   */
  private void requireDenialsKept(Recording recording, Judgement judgement, List<Effect> effects) {
    Set<String> changed = RoleReader.changed(effects);
    RoleContents before = roles.before(recording.organization(), effects).read(changed);
    RoleContents now = roles.now(recording.organization()).read(changed);
    for (String role : changed) {
      Set<String> had = before.texts(role);
      Set<String> has = now.texts(role);
      Set<String> lost =
          judgement.powers().permissions(key -> isAmong(had, key) && !isAmong(has, key));
      if (!lost.isEmpty()
          && !grants
              .deniedRoles(
                  recording.organization(),
                  roles.above(recording.organization(), Set.of(role), effects))
              .isEmpty()) {
        judgement.requireHeld(Reach.always(lost), "A denial of it would be lifted.");
      }
    }
  }

  private static boolean isAmong(Set<String> texts, String key) {
    return texts.stream().anyMatch(text -> OwnRoleGuard.covers(text, key));
  }

  private static boolean stopsBeingPrivileged(Effect effect) {
    return effect.before() instanceof Role role
        && role.status() == CatalogStatus.ACTIVE
        && role.privileged()
        && effect.after() instanceof Role after
        && (!after.privileged() || after.status() != CatalogStatus.ACTIVE);
  }

  /** Returns true if a change applies a manifest that an independent account approved. */
  private static boolean isReviewed(Recording recording) {
    return recording.effects().stream()
        .anyMatch(effect ->
            effect.after() instanceof ManifestVersion version
                && version.status() == ManifestVersion.Status.APPLIED
                && version.requiresApproval());
  }

  private static boolean isOfTenant(Effect effect) {
    Object either = effect.after() == null ? effect.before() : effect.after();
    return either instanceof Role role && role.application() == null;
  }
}
