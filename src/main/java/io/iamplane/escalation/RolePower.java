package io.iamplane.escalation;

import io.iamplane.catalog.manifest.ManifestVersion;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.Powers;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Checks new contents of the tenant's roles as gifts to their holders, also by inclusion. New
 * contents of applications' roles are reviewed with their manifests.
 *
 * <p>A caller cannot take a privileged role by changing roles of the caller's own: such a role, or
 * one that it includes at any depth, must not become privileged, must not include a privileged
 * role, and must not gain permissions while it is privileged. A role counts as the caller's if the
 * caller, everyone of the caller's type or one of the caller's groups has it, regardless of
 * conditions. A manifest may change its own application's roles, except for their inclusions.
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
    if (RoleReader.changed(recording.effects()).isEmpty()) {
      return;
    }
    checkPrivileged(recording, judgement);
    List<Effect> own = recording.effects().stream().filter(RolePower::isOfTenant).toList();
    if (!own.isEmpty()) {
      checkOwn(recording, judgement, own);
    }
    requireDenialsKept(recording, judgement, isReviewed(recording) ? own : recording.effects());
  }

  private void checkPrivileged(Recording recording, Judgement judgement) {
    OrganizationId organization = recording.organization();
    List<Effect> effects = recording.effects();
    Set<String> own = new TreeSet<>(judgement.reader().roles(Set.of(recording.caller().subject())));
    granted(recording)
        .filter(grant -> judgement.gain(grant.subject()) == Gain.OWN)
        .forEach(grant -> own.add(grant.privilegeKey()));
    own.retainAll(roles.above(organization, RoleReader.changed(effects), effects));
    if (!own.isEmpty()) {
      RoleContents before = roles.before(organization, effects);
      RoleContents now = roles.now(organization);
      own.forEach(role -> requireUnprivileged(effects, before, now, role));
    }
  }

  private static void requireUnprivileged(
      List<Effect> effects, RoleContents before, RoleContents now, String role) {
    Set<String> had = before.texts(role);
    Set<String> privileged = now.privileged(role);
    Set<String> more = new HashSet<>(privileged);
    more.removeAll(before.privileged(role));
    effects.stream()
        .filter(effect -> effect.before() != null && isOfManifest(effect))
        .forEach(effect -> more.remove(effect.target().id()));
    boolean grows =
        !privileged.isEmpty()
            && effects.stream()
                .anyMatch(effect -> effect.after() instanceof Role && !isOfManifest(effect))
            && now.texts(role).stream().anyMatch(text -> !isAmong(had, text));
    if (!more.isEmpty() || grows) {
      throw Judgement.ownRole();
    }
  }

  /** The grants of roles that the change itself makes: it may make the role, too. */
  private static Stream<Grant> granted(Recording recording) {
    return recording.effects().stream()
        .map(Effect::after)
        .filter(Grant.class::isInstance)
        .map(Grant.class::cast)
        .filter(
            grant -> grant.privilegeType() == Grant.PrivilegeType.ROLE && Rights.permits(grant));
  }

  private static boolean isOfManifest(Effect effect) {
    return effect.after() instanceof Role role && role.application() != null;
  }

  private void checkOwn(Recording recording, Judgement judgement, List<Effect> own) {
    Set<String> changed = RoleReader.changed(own);
    RoleContents before = roles.before(recording.organization(), own).read(changed);
    RoleContents now = roles.now(recording.organization()).read(changed);
    Set<String> added = new TreeSet<>();
    changed.forEach(role -> added.addAll(added(judgement.powers(), before, now, role)));
    if (!added.isEmpty()) {
      Set<String> above = roles.above(recording.organization(), changed, own);
      Stream<Gain> present = Stream.of(judgement.hand().gainOfRoles(above));
      Stream<Gain> granted =
          granted(recording)
              .filter(grant -> above.contains(grant.privilegeKey()))
              .map(grant -> judgement.gain(grant.subject()));
      judgement.requireGiven(
          Rights.always(added),
          Stream.concat(present, granted).min(Comparator.naturalOrder()).orElseThrow());
    }
    for (Effect effect : own) {
      if (stopsBeingPrivileged(effect)) {
        judgement.requireHeld(
            Rights.always(
                judgement
                    .powers()
                    .restingOn(
                        roles.above(recording.organization(), Set.of(effect.target().id()), own))),
            "to make the role unprivileged");
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
    // A role that turns privileged gives no more than it gave; one's own is looked at before.
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
        judgement.requireHeld(Rights.always(lost), Judgement.LIFT);
      }
    }
  }

  private static boolean isAmong(Set<String> texts, String key) {
    return texts.stream().anyMatch(text -> covers(text, key));
  }

  /** Returns true if a permission or pattern contains another: a pattern is a prefix and a star. */
  private static boolean covers(String pattern, String text) {
    return pattern.equals(text)
        || (pattern.endsWith("*") && text.startsWith(pattern.substring(0, pattern.length() - 1)));
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
    return PowerEffects.image(effect) instanceof Role role && role.application() == null;
  }
}
