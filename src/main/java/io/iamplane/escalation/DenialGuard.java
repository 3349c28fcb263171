package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A caller cannot lift a denial of a privilege of the control plane that the caller does not hold:
 * by revoking the grant, by removing a member of a group that carries it, with the group itself, or
 * by removing the privilege from a denied role. Lifting it gives the privilege, for any subject. An
 * operator's command is exempt: it can write the tables.
 */
@Singleton
class DenialGuard implements PolicyGuard {

  private static final String LIFT = "lift what denies it";

  private final RoleReader roles;
  private final HeldPrivileges held;
  private final GrantService grants;
  private final CallerPermissions permissions;

  DenialGuard(
      RoleReader roles, HeldPrivileges held, GrantService grants, CallerPermissions permissions) {
    this.roles = roles;
    this.held = held;
    this.grants = grants;
    this.permissions = permissions;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null) {
      return;
    }
    OrganizationId organization = recording.organization();
    Set<ControlPlanePermission> lifted = EnumSet.noneOf(ControlPlanePermission.class);
    for (Effect effect : recording.effects()) {
      List<GrantedPrivilege> denials = denials(organization, effect);
      if (!denials.isEmpty()) {
        lifted.addAll(roles.before(organization, recording.effects()).controlled(denials));
      }
    }
    lifted.addAll(takenFromRoles(organization, recording.effects()));
    permissions.requireAll(permissions.actor(recording), lifted, LIFT);
  }

  /** Returns the privileges that an effect no longer denies, apart from the content of roles. */
  private List<GrantedPrivilege> denials(OrganizationId organization, Effect effect) {
    return switch (effect.before()) {
      case Grant grant when denies(grant) && !denies(effect.after()) ->
          List.of(GrantedPrivilege.of(grant));
      case GroupMember member when effect.after() == null ->
          passedOn(organization, member.groupId());
      case Group group when isActive(group) && !isActive(effect.after()) ->
          passedOn(organization, group.id());
      case null, default -> List.of();
    };
  }

  private List<GrantedPrivilege> passedOn(OrganizationId organization, GroupId group) {
    return held.passedOn(organization, group).stream().filter(each -> !each.permits()).toList();
  }

  /** Returns the permissions that denied roles no longer contain. */
  private Set<ControlPlanePermission> takenFromRoles(
      OrganizationId organization, List<Effect> effects) {
    Set<ControlPlanePermission> taken = EnumSet.noneOf(ControlPlanePermission.class);
    Set<String> changed = RoleReader.changed(effects);
    if (changed.isEmpty()) {
      return taken;
    }
    RoleContents before = roles.before(organization, effects).read(changed);
    RoleContents now = roles.now(organization).read(changed);
    List<String> smaller =
        changed.stream().filter(key -> !lost(before, now, key).isEmpty()).toList();
    if (!smaller.isEmpty()) {
      grants
          .deniedRoles(organization, roles.above(organization, smaller, effects))
          .forEach(key -> taken.addAll(lost(before, now, key)));
    }
    return taken;
  }

  private static Set<ControlPlanePermission> lost(
      RoleContents before, RoleContents now, String role) {
    Set<ControlPlanePermission> lost = EnumSet.copyOf(before.controlled(role));
    lost.removeAll(now.controlled(role));
    return lost;
  }

  private static boolean denies(@Nullable Object image) {
    return image instanceof Grant grant
        && grant.status() == Grant.Status.ACTIVE
        && grant.effect() == Grant.Effect.DENY;
  }

  private static boolean isActive(@Nullable Object image) {
    return image instanceof Group group && group.status() == Group.Status.ACTIVE;
  }
}
