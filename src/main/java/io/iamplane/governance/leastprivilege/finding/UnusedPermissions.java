package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Roles of which a grant's holders use some permissions only: a smaller role is recommended. */
record UnusedPermissions(Inspection inspection, GrantClaims claims, RoleChoice choice) {

  List<Candidate> find() {
    return inspection.eligible().stream()
        .filter(grant -> Inspection.isRole(grant) && claims.isFree(grant))
        .filter(this::isUsedInPart)
        .limit(Inspection.MOST)
        .map(this::narrowing)
        .toList();
  }

  private boolean isUsedInPart(Grant grant) {
    int used = inspection.used(grant).size();
    return used > 0 && used < inspection.permissions(grant).size();
  }

  private Candidate narrowing(Grant grant) {
    UUID id = grant.id().value();
    Set<String> used = inspection.used(grant);
    Optional<String> existing = choice.smallest(grant.privilegeKey(), used);
    ProposedRole proposed = choice.proposed(grant.privilegeKey(), used);
    return inspection.about(
        grant,
        RecommendationType.UNUSED_PERMISSIONS_OF_ROLE,
        inspection.isPrivileged(grant) ? Severity.MEDIUM : Severity.LOW,
        "%d of the %d permissions in %s are used; %s would suffice."
            .formatted(
                used.size(),
                inspection.permissions(grant).size(),
                grant.privilegeKey(),
                existing.orElse("a new role " + proposed.key())),
        new RecommendedChange(
            List.of(id),
            existing.isPresent() ? List.of() : List.of(proposed),
            List.of(new ReplacingGrant(id, existing.orElse(proposed.key()), null))));
  }
}
