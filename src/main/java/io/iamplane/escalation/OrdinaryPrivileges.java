package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.grant.GrantedPrivilege;
import java.util.List;

/**
 * Knows from memory that a privilege gives nothing of the control plane and is not privileged,
 * which most are, so that their grants need no look at the tables. Where memory cannot say, as of a
 * deprecated role, the answer is no.
 */
final class OrdinaryPrivileges {

  private static final List<String> CONTROLLED =
      ControlPlane.permissions(true).stream().map(ControlPlanePermission::key).toList();

  private OrdinaryPrivileges() {}

  static boolean isOrdinary(PolicySnapshot policy, GrantedPrivilege privilege) {
    return privilege.isRole()
        ? policy
            .rolesWithin(privilege.key())
            .filter(roles -> roles.stream().allMatch(OrdinaryPrivileges::isOrdinary))
            .isPresent()
        : ControlPlane.permission(privilege.key()).isEmpty();
  }

  private static boolean isOrdinary(RoleFact role) {
    return !role.privileged()
        && CONTROLLED.stream()
            .noneMatch(key ->
                role.permissions().contains(key)
                    || role.patterns().stream().anyMatch(pattern -> pattern.matches(key)));
  }
}
