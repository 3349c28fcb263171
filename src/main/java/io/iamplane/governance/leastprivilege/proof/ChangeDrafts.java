package io.iamplane.governance.leastprivilege.proof;

import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Effect;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the policy that a recommended change would lead to, in memory. */
@Singleton
public class ChangeDrafts {

  private final RoleService roles;

  ChangeDrafts(RoleService roles) {
    this.roles = roles;
  }

  /**
   * Returns the policy with a change.
   *
   * @param grants of the change, by their ids
   * @throws IamException CONFLICT if one of these is missing; refusals of a role
   */
  public PolicyView of(
      OrganizationId organization,
      PolicyWorkbench bench,
      RecommendedChange change,
      Map<UUID, Grant> grants,
      Instant now) {
    List<Effect> effects = new ArrayList<>();
    for (ProposedRole role : change.roles()) {
      if (!bench.present().snapshot().hasRole(role.key())) {
        effects.add(roles.drafted(organization, newRole(role), effects));
      }
    }
    for (ReplacingGrant each : change.grants()) {
      effects.add(GrantService.created(replacing(each, like(grants, each.like()), now)));
    }
    for (UUID id : change.revoke()) {
      effects.add(GrantService.revoked(like(grants, id)));
    }
    return PolicyDraft.of(bench, effects, Map.of()).after();
  }

  public static CreateRoleRequest newRole(ProposedRole role) {
    return CreateRoleRequest.of(
        role.key(), role.label(), role.permissions(), List.of(), role.privileged());
  }

  /** Returns the end of a grant that replaces another; null: never. */
  public static @Nullable Instant end(ReplacingGrant replacing, Grant like, Instant now) {
    Integer days = replacing.endsInDays();
    Instant latest = days == null ? null : now.plus(Duration.ofDays(days));
    Instant end = like.validUntil();
    return end == null || (latest != null && latest.isBefore(end)) ? latest : end;
  }

  private static Grant like(Map<UUID, Grant> grants, UUID id) {
    Grant grant = grants.get(id);
    if (grant == null) {
      throw IamException.conflict("A grant in the recommendation is not active.");
    }
    return grant;
  }

  private static Grant replacing(ReplacingGrant replacing, Grant like, Instant now) {
    String role = replacing.roleKey();
    return new Grant(
        new GrantId(UuidV7.next()),
        like.subject(),
        role == null ? like.privilegeType() : Grant.PrivilegeType.ROLE,
        role == null ? like.privilegeKey() : role,
        like.effect(),
        like.application(),
        like.resource(),
        like.condition(),
        like.validFrom(),
        end(replacing, like, now),
        false,
        null,
        null,
        Grant.Status.ACTIVE,
        like.source(),
        like.justification(),
        1,
        now);
  }
}
