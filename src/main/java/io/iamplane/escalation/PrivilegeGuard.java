package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.escalation.CallerPermissions.Actor;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A caller cannot give a privilege of the control plane that the caller does not hold: by a grant,
 * by adding a member to a group that has it, by adding it to a role, or by creating a service
 * account that has it, or a new secret for one. And a caller cannot give a privileged role to the
 * caller, to everyone, or to one of the caller's groups. An operator's command is exempt: it can
 * write the tables.
 *
 * <p>Grants that a manifest brings to its application's own client are exempt, because manifests
 * have a review of their own. That client's other rights, as a service account like all others, are
 * not. So is the administrator that the platform makes for a tenant without one; see {@link
 * VacancyGuard}.
 */
@Singleton
public class PrivilegeGuard implements PolicyGuard {

  private static final String HAND_ON = "grant a privilege that includes it";
  private static final Set<EventType> CREDENTIALS =
      EnumSet.of(
          EventType.CLIENT_CREATED,
          EventType.CLIENT_SECRET_ROTATED,
          EventType.CLIENT_KEYS_REPLACED);

  private final RoleReader roles;
  private final HeldPrivileges held;
  private final CallerPermissions permissions;
  private final PolicyDrafts drafts;

  PrivilegeGuard(
      RoleReader roles, HeldPrivileges held, CallerPermissions permissions, PolicyDrafts drafts) {
    this.roles = roles;
    this.held = held;
    this.permissions = permissions;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null || VacancyGuard.isSeat(recording)) {
      return;
    }
    for (Effect effect : recording.effects()) {
      switch (effect.after()) {
        case Grant _ when PowerEffects.isActivatedBySubject(recording, effect) -> {
          // It was given to be activated.
        }
        case Grant grant when !isOrdinary(recording, grant) ->
            requireGrantable(permissions.actor(recording), grant);
        case GroupMember member -> requireMember(recording, member);
        case Client client when CREDENTIALS.contains(effect.type()) || widens(effect, client) ->
            requireClient(recording, client);
        case null, default -> {
          // Gives nothing, or is a role.
        }
      }
    }
    requireRoles(recording);
  }

  /** By the policy that the change starts from, unless it changes roles itself. */
  private boolean isOrdinary(Recording recording, Grant grant) {
    return RoleReader.changed(recording.effects()).isEmpty()
        && OrdinaryPrivileges.isOrdinary(
            Objects.requireNonNull(drafts.base(recording).policy()).snapshot(),
            GrantedPrivilege.of(grant));
  }

  /**
   * Requires that a caller may make a grant.
   *
   * @throws IamException FORBIDDEN with the reason
   */
  public void requireGrantable(OrganizationId organization, Caller caller, Grant grant) {
    requireGrantable(permissions.actor(organization, caller), grant);
  }

  private void requireGrantable(Actor actor, Grant grant) {
    if (grant.status() == Grant.Status.ACTIVE) {
      requireGiven(actor, List.of(GrantedPrivilege.of(grant)), grant.subject());
    }
  }

  private void requireMember(Recording recording, GroupMember member) {
    List<GrantedPrivilege> passedOn = held.passedOn(recording.organization(), member.groupId());
    // Even what a manifest brought: nothing reviewed that this member gets it.
    List<GrantedPrivilege> given =
        passedOn.stream()
            .map(each -> new GrantedPrivilege(each.type(), each.key(), each.effect(), false))
            .toList();
    requireGiven(permissions.actor(recording), given, member.member());
  }

  /** Requires that the caller holds the new contents of roles. */
  private void requireRoles(Recording recording) {
    OrganizationId organization = recording.organization();
    Set<String> changed = RoleReader.changed(recording.effects());
    if (changed.isEmpty()) {
      return;
    }
    RoleContents before = roles.before(organization, recording.effects()).read(changed);
    RoleContents now = roles.now(organization).read(changed);
    Set<ControlPlanePermission> added = EnumSet.noneOf(ControlPlanePermission.class);
    for (String key : changed) {
      Set<ControlPlanePermission> more = EnumSet.copyOf(now.controlled(key));
      more.removeAll(before.controlled(key));
      added.addAll(more);
    }
    permissions.requireAll(permissions.actor(recording), added, HAND_ON);
  }

  /** Returns true if a change of scopes restores rights of the service account. */
  private static boolean widens(Effect effect, Client after) {
    return effect.before() instanceof Client before
        && !before.scopes().isEmpty()
        && (after.scopes().isEmpty()
            || !after.scopes().stream().allMatch(scope -> Scopes.cover(before.scopes(), scope)));
  }

  /** Requires the rights of a client's account, since the holder of its secret or key has them. */
  private void requireClient(Recording recording, Client client) {
    OrganizationId organization = recording.organization();
    List<GrantedPrivilege> given = held.reaching(organization, client.subject());
    requireContent(permissions.actor(recording), given, roles.now(organization));
  }

  private void requireGiven(Actor actor, Collection<GrantedPrivilege> privileges, SubjectRef to) {
    if (privileges.isEmpty()) {
      return;
    }
    RoleContents now = roles.now(actor.organization());
    boolean privileged =
        privileges.stream()
            .filter(PrivilegeGuard::isGiven)
            .anyMatch(each -> each.isRole() && !now.privileged(each.key()).isEmpty());
    if (privileged && held.includes(actor.organization(), to, actor.caller().subject())) {
      throw ownRole();
    }
    requireContent(actor, privileges, now);
  }

  private void requireContent(
      Actor actor, Collection<GrantedPrivilege> privileges, RoleContents now) {
    List<GrantedPrivilege> given = privileges.stream().filter(PrivilegeGuard::isGiven).toList();
    permissions.requireAll(actor, now.controlled(given), HAND_ON);
  }

  private static boolean isGiven(GrantedPrivilege privilege) {
    return privilege.permits() && !privilege.fromManifest();
  }

  static IamException ownRole() {
    return IamException.of(ErrorCode.FORBIDDEN, "You cannot grant yourself a privileged role.");
  }
}
