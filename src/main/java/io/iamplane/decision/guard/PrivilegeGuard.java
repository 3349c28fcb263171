package io.iamplane.decision.guard;

import io.iamplane.audit.EventType;
import io.iamplane.catalog.Role;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.client.Client;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nobody hands on a privilege of the control plane that they do not hold: by a grant, by making
 * somebody a member of a group that has it, by putting it into a role, or by making a new secret
 * for a machine that has it. And nobody hands a privileged role to themselves, to everyone, or to a
 * group that they are in. An operator's command is not asked: it can write the tables.
 */
@ApplicationScoped
public class PrivilegeGuard implements PolicyGuard {

  private final ControlledPermissions controlled;
  private final GroupService groups;
  private final GrantService grants;
  private final DecisionService decisions;
  private final PolicyDrafts drafts;

  PrivilegeGuard(
      ControlledPermissions controlled,
      GroupService groups,
      GrantService grants,
      DecisionService decisions,
      PolicyDrafts drafts) {
    this.controlled = controlled;
    this.groups = groups;
    this.grants = grants;
    this.decisions = decisions;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null) {
      return;
    }
    for (Effect effect : recording.effects()) {
      switch (effect.after()) {
        case Grant grant -> requireGrantable(recording.organization(), recording.caller(), grant);
        case GroupMember member -> requireMember(recording, member);
        case Role role -> requireRole(recording, effect.before(), role);
        case Client client -> requireClient(recording, effect.type(), client);
        case null, default -> {
          // Hands on nothing.
        }
      }
    }
  }

  /**
   * Whether a caller may make a grant.
   *
   * @throws IamException FORBIDDEN saying why not
   */
  public void requireGrantable(OrganizationId organization, Caller caller, Grant grant) {
    if (isGiving(grant) && !grant.source().equals(Grant.FROM_MANIFEST)) {
      requireGiven(organization, caller, grant, grant.subject());
    }
  }

  private void requireMember(Recording recording, GroupMember member) {
    SubjectRef group = new SubjectRef(SubjectRef.GROUP, member.groupId().toString());
    List<SubjectRef> holders = new ArrayList<>(groups.above(recording.organization(), group));
    holders.add(group);
    for (Grant grant : grants.activeOf(recording.organization(), holders)) {
      if (isGiving(grant)) {
        requireGiven(recording.organization(), recording.caller(), grant, member.member());
      }
    }
  }

  /** What a role newly contains must be the caller's, who may hold that role. */
  private void requireRole(Recording recording, @Nullable Object before, Role role) {
    OrganizationId organization = recording.organization();
    Set<ControlPlanePermission> added = EnumSet.noneOf(ControlPlanePermission.class);
    added.addAll(controlled.of(organization, role));
    if (before instanceof Role old) {
      added.removeAll(controlled.of(organization, old));
    }
    requireAll(organization, recording.caller(), added);
    boolean includesMore =
        before instanceof Role old
            && role.includes().stream()
                .filter(key -> !old.includes().contains(key))
                .anyMatch(key -> controlled.isPrivileged(organization, key));
    if (includesMore && isHeld(organization, recording.caller().subject(), role.key())) {
      throw ownRole();
    }
  }

  /** Who has a machine's secret or key can do what the machine can. */
  private void requireClient(Recording recording, EventType type, Client client) {
    if (type != EventType.CLIENT_CREATED
        && type != EventType.CLIENT_SECRET_ROTATED
        && type != EventType.CLIENT_KEYS_REPLACED) {
      return;
    }
    OrganizationId organization = recording.organization();
    Set<ControlPlanePermission> held = EnumSet.noneOf(ControlPlanePermission.class);
    for (Grant grant : reaching(organization, client.subject())) {
      if (isGiving(grant) && !grant.source().equals(Grant.FROM_MANIFEST)) {
        held.addAll(controlled.of(organization, grant));
      }
    }
    requireAll(organization, recording.caller(), held);
  }

  private void requireGiven(
      OrganizationId organization, Caller caller, Grant grant, SubjectRef to) {
    if (grant.privilegeType() == Grant.PrivilegeType.ROLE
        && includes(organization, to, caller.subject())
        && controlled.isPrivileged(organization, grant.privilegeKey())) {
      throw ownRole();
    }
    requireAll(organization, caller, controlled.of(organization, grant));
  }

  private void requireAll(
      OrganizationId organization, Caller caller, Set<ControlPlanePermission> permissions) {
    if (permissions.isEmpty()) {
      return;
    }
    PolicyView policy = drafts.base(organization);
    for (ControlPlanePermission permission : permissions) {
      if (!holds(policy, caller, permission)) {
        throw IamException.of(
            ErrorCode.FORBIDDEN,
            "Only who holds " + permission.key() + " can hand on what contains it.");
      }
    }
  }

  private boolean isHeld(OrganizationId organization, SubjectRef subject, String role) {
    return reaching(organization, subject).stream()
        .anyMatch(grant ->
            isGiving(grant)
                && grant.privilegeType() == Grant.PrivilegeType.ROLE
                && grant.privilegeKey().equals(role));
  }

  /** The active grants of a subject, of everyone of its type, and of the groups that it is in. */
  private List<Grant> reaching(OrganizationId organization, SubjectRef subject) {
    List<SubjectRef> holders = new ArrayList<>(groups.above(organization, subject));
    holders.add(subject);
    holders.add(new SubjectRef(subject.type(), "*"));
    return grants.activeOf(organization, holders);
  }

  /** Whether a holder is somebody, everyone of their type, or a group that they are in. */
  private boolean includes(OrganizationId organization, SubjectRef holder, SubjectRef somebody) {
    return holder.equals(somebody)
        || holder.type().equals(somebody.type()) && holder.id().equals("*")
        || holder.type().equals(SubjectRef.GROUP) && groups.reaches(organization, somebody, holder);
  }

  private boolean holds(PolicyView policy, Caller caller, ControlPlanePermission permission) {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(caller.subject()),
            new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            caller.aal());
    return decisions.decide(policy, request).decision().allowed();
  }

  private static boolean isGiving(Grant grant) {
    return grant.status() == Grant.Status.ACTIVE && grant.effect() == Grant.Effect.PERMIT;
  }

  private static IamException ownRole() {
    return IamException.of(ErrorCode.FORBIDDEN, "Nobody grants a privileged role to themselves.");
  }
}
