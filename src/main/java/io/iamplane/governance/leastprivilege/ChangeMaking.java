package io.iamplane.governance.leastprivilege;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Recording;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.proof.ChangeDrafts;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Makes recommended changes through the services by which people make them. */
@Singleton
class ChangeMaking {

  private final GrantService grants;
  private final RoleService roles;
  private final CatalogReader catalog;

  ChangeMaking(GrantService grants, RoleService roles, CatalogReader catalog) {
    this.grants = grants;
    this.roles = roles;
    this.catalog = catalog;
  }

  record Made(List<String> roles, List<UUID> grants, List<UUID> revoked) {}

  /** The grants that a change is about, by their ids; CONFLICT when one is not active. */
  Map<UUID, Grant> grants(OrganizationId organization, RecommendedChange change) {
    Map<UUID, Grant> found = new HashMap<>();
    for (UUID id : change.revoke()) {
      Grant grant = grants.get(organization, new GrantId(id));
      if (grant.status() != Grant.Status.ACTIVE) {
        throw stale("the grant %s is %s".formatted(id, grant.status().wire()));
      }
      found.put(id, grant);
    }
    return found;
  }

  /**
   * Makes a change, inside the one that records it; CONFLICT if another role with a proposed key
   * exists; refusals of the services.
   */
  Made make(Recording recording, RecommendedChange change, Map<UUID, Grant> known) {
    List<String> newRoles = new ArrayList<>();
    for (ProposedRole role : change.roles()) {
      if (!exists(recording.organization(), role)) {
        roles.create(recording, ChangeDrafts.newRole(role));
        newRoles.add(role.key());
      }
    }
    List<UUID> newGrants = new ArrayList<>();
    for (ReplacingGrant each : change.grants()) {
      newGrants.add(grants.create(recording, request(recording, each, known)).id().value());
    }
    for (UUID id : change.revoke()) {
      grants.revoke(recording, new GrantId(id), null);
    }
    return new Made(newRoles, newGrants, change.revoke());
  }

  private boolean exists(OrganizationId organization, ProposedRole role) {
    Optional<Role> known =
        catalog
            .role(organization, role.key())
            .filter(each -> each.status() == CatalogStatus.ACTIVE);
    if (known.isPresent()
        && (!known.get().includes().isEmpty()
            || !Set.copyOf(known.get().permissions()).equals(Set.copyOf(role.permissions())))) {
      throw stale("the role %s already exists with different permissions".formatted(role.key()));
    }
    return known.isPresent();
  }

  private static NewGrant request(
      Recording recording, ReplacingGrant each, Map<UUID, Grant> known) {
    Grant like = known.get(each.like());
    if (like == null) {
      throw stale("it does not include the grant %s".formatted(each.like()));
    }
    String role = each.roleKey();
    NewGrant.Builder made =
        role == null
            ? NewGrant.of(like.subject(), like.privilegeType(), like.privilegeKey())
            : NewGrant.role(like.subject(), role);
    return made.within(like.application())
        .on(like.resource())
        .when(like.condition())
        .between(like.validFrom(), ChangeDrafts.end(each, like, recording.at()))
        .from("least_privilege")
        .because(like.justification())
        .build();
  }

  static IamException stale(String why) {
    return IamException.conflict(
        "The recommendation is stale: %s. The next scan will check it again.".formatted(why));
  }
}
