package io.iamplane.decision;

import io.iamplane.catalog.CatalogReader;
import io.iamplane.catalog.Role;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.Grant;
import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Nobody grants a privilege of the control plane that they do not hold, and nobody grants a
 * privileged role to themselves, to everyone, or to a group that they are in. An operator's command
 * is not asked: it can write the tables.
 */
@ApplicationScoped
class PrivilegeGuard implements PolicyGuard {

  private final CatalogReader catalog;
  private final GroupService groups;
  private final DecisionService decisions;

  PrivilegeGuard(CatalogReader catalog, GroupService groups, DecisionService decisions) {
    this.catalog = catalog;
    this.groups = groups;
    this.decisions = decisions;
  }

  @Override
  public void check(Recording recording) {
    Caller caller = recording.caller();
    if (caller.clientId() == null) {
      return;
    }
    for (Effect effect : recording.effects()) {
      if (effect.after() instanceof Grant grant
          && grant.status() == Grant.Status.ACTIVE
          && grant.effect() == Grant.Effect.PERMIT) {
        check(recording, caller, grant);
      }
    }
  }

  private void check(Recording recording, Caller caller, Grant grant) {
    OrganizationId organization = recording.organization();
    if (grant.privilegeType() == Grant.PrivilegeType.ROLE
        && includes(organization, grant.subject(), caller.subject())
        && isPrivileged(organization, grant.privilegeKey(), new HashSet<>())) {
      throw IamException.of(ErrorCode.FORBIDDEN, "Nobody grants a privileged role to themselves.");
    }
    for (ControlPlanePermission permission : controlled(organization, grant)) {
      if (!holds(organization, caller, permission)) {
        throw IamException.of(
            ErrorCode.FORBIDDEN,
            "Only who holds " + permission.key() + " can grant what contains it.");
      }
    }
  }

  /** Whether a holder is somebody, everyone of their type, or a group that they are in. */
  private boolean includes(OrganizationId organization, SubjectRef holder, SubjectRef somebody) {
    return holder.equals(somebody)
        || holder.type().equals(somebody.type()) && holder.id().equals("*")
        || holder.type().equals(SubjectRef.GROUP) && groups.reaches(organization, somebody, holder);
  }

  private boolean holds(
      OrganizationId organization, Caller caller, ControlPlanePermission permission) {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(caller.subject()),
            new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            caller.aal());
    return decisions.decide(organization, request, 0).decision().allowed();
  }

  /** The control plane's permissions that a grant contains. */
  private Set<ControlPlanePermission> controlled(OrganizationId organization, Grant grant) {
    Set<ControlPlanePermission> contained = new HashSet<>();
    switch (grant.privilegeType()) {
      case PERMISSION -> ControlPlane.permission(grant.privilegeKey()).ifPresent(contained::add);
      case ROLE ->
          collect(
              organization,
              catalog.isPlatform(organization),
              grant.privilegeKey(),
              contained,
              new HashSet<>());
    }
    return contained;
  }

  private void collect(
      OrganizationId organization,
      boolean platform,
      String key,
      Set<ControlPlanePermission> contained,
      Set<String> seen) {
    if (!seen.add(key)) {
      return;
    }
    Optional<SeededRole> seeded = ControlPlane.role(key);
    if (seeded.isPresent()) {
      ControlPlane.permissions(platform).stream()
          .filter(seeded.get().holds())
          .forEach(contained::add);
      return;
    }
    Optional<Role> role = catalog.role(organization, key);
    if (role.isEmpty()) {
      return;
    }
    for (String text : role.get().permissions()) {
      PermissionPattern pattern = pattern(text);
      ControlPlane.permissions(platform).stream()
          .filter(permission -> pattern.matches(permission.key()))
          .forEach(contained::add);
    }
    for (String included : role.get().includes()) {
      collect(organization, platform, included, contained, seen);
    }
  }

  private boolean isPrivileged(OrganizationId organization, String key, Set<String> seen) {
    if (!seen.add(key)) {
      return false;
    }
    return ControlPlane.role(key)
        .map(SeededRole::privileged)
        .orElseGet(() ->
            catalog
                .role(organization, key)
                .map(role ->
                    role.privileged()
                        || role.includes().stream()
                            .anyMatch(each -> isPrivileged(organization, each, seen)))
                .orElse(false));
  }

  private static PermissionPattern pattern(String text) {
    try {
      return PermissionPattern.parse(text);
    } catch (InvalidPermissionException e) {
      throw new IllegalStateException("a stored role holds what is no permission", e);
    }
  }
}
