package io.iamplane.escalation;

import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A caller cannot take a privileged role by changing roles of the caller's own: such a role, or one
 * that it includes at any depth, must not become privileged, must not include a privileged role,
 * and must not gain permissions while it is privileged. A role counts as the caller's if the
 * caller, everyone of the caller's type or one of the caller's groups has it, regardless of
 * conditions.
 *
 * <p>A manifest may change its own application's roles, except for their inclusions, because
 * manifests have a review of their own. An operator's command is exempt.
 */
@Singleton
class OwnRoleGuard implements PolicyGuard {

  private final RoleReader roles;
  private final HeldPrivileges held;

  OwnRoleGuard(RoleReader roles, HeldPrivileges held) {
    this.roles = roles;
    this.held = held;
  }

  @Override
  public void check(Recording recording) {
    Set<String> changed = RoleReader.changed(recording.effects());
    if (recording.caller().clientId() == null || changed.isEmpty()) {
      return;
    }
    OrganizationId organization = recording.organization();
    Set<String> concerned = roles.above(organization, changed, recording.effects());
    List<String> own =
        held.reaching(organization, recording.caller().subject()).stream()
            .filter(privilege -> privilege.permits() && privilege.isRole())
            .map(GrantedPrivilege::key)
            .distinct()
            .filter(concerned::contains)
            .toList();
    if (!own.isEmpty()) {
      RoleContents before = roles.before(organization, recording.effects());
      RoleContents now = roles.now(organization);
      own.forEach(role -> require(recording.effects(), before, now, role));
    }
  }

  private static void require(
      List<Effect> effects, RoleContents before, RoleContents now, String role) {
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
            && gains(before.texts(role), now.texts(role));
    if (!more.isEmpty() || grows) {
      throw PrivilegeGuard.ownRole();
    }
  }

  private static boolean isOfManifest(Effect effect) {
    return effect.after() instanceof Role role && role.application() != null;
  }

  private static boolean gains(Set<String> before, Set<String> now) {
    return now.stream().anyMatch(text -> before.stream().noneMatch(old -> covers(old, text)));
  }

  /** Returns true if a permission or pattern contains another: a pattern is a prefix and a star. */
  static boolean covers(String pattern, String text) {
    return pattern.equals(text)
        || (pattern.endsWith("*") && text.startsWith(pattern.substring(0, pattern.length() - 1)));
  }
}
