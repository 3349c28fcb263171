package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Permissions that are granted directly: one that a role gives, which is held and used, can go, and
 * several that together are a role and used become that role. Neither gives anything more.
 */
record DirectPermissions(Inspection inspection, GrantClaims claims) {

  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>();
    for (Grant grant : direct(inspection.eligible())) {
      if (claims.isFree(grant) && found.size() < Inspection.MOST) {
        inspection.of(grant.subject()).stream()
            .filter(other -> gives(other, grant))
            .findFirst()
            .ifPresentOrElse(role -> found.add(covered(grant, role)), () -> joined(grant, found));
      }
    }
    return found;
  }

  private static List<Grant> direct(List<Grant> grants) {
    return grants.stream()
        .filter(grant -> grant.privilegeType() == Grant.PrivilegeType.PERMISSION)
        .toList();
  }

  private boolean gives(Grant role, Grant direct) {
    return Inspection.isRole(role)
        && role.effect() == Grant.Effect.PERMIT
        && !claims.isEnding(role)
        && inspection.isUsed(role)
        && inspection.permissions(role).contains(direct.privilegeKey())
        && GrantCover.covers(role, direct, inspection.terms().now());
  }

  private Candidate covered(Grant grant, Grant role) {
    claims.end(grant);
    claims.need(role);
    return candidate(
        List.of(grant),
        "The subject's role %s already includes %s."
            .formatted(role.privilegeKey(), grant.privilegeKey()),
        RecommendedChange.revoking(List.of(grant)));
  }

  /** The largest role of nothing but permissions that the subject holds directly. */
  private void joined(Grant grant, List<Candidate> found) {
    List<Grant> alike =
        direct(inspection.of(grant.subject())).stream()
            .filter(inspection::isEligible)
            .filter(inspection::isUsed)
            .filter(claims::isFree)
            .filter(other -> GrantCover.areAlike(grant, other))
            .toList();
    Set<String> held =
        !inspection.isUsed(grant)
            ? Set.of()
            : alike.stream().map(Grant::privilegeKey).collect(Collectors.toSet());
    String best = null;
    for (String role : held.size() < 2 ? List.<String>of() : roles()) {
      Set<String> has = inspection.roles().of(role);
      if (has.size() >= 2
          && has.contains(grant.privilegeKey())
          && held.containsAll(has)
          && !inspection.isPrivilegedRole(role)
          && (best == null || has.size() > inspection.roles().of(best).size())) {
        best = role;
      }
    }
    if (best != null) {
      found.add(role(grant, alike, best));
    }
  }

  private List<String> roles() {
    return inspection.tenant().roles().values().stream()
        .filter(role -> !role.breakGlass())
        .map(role -> role.key())
        .sorted()
        .toList();
  }

  private Candidate role(Grant first, List<Grant> alike, String role) {
    Set<String> has = inspection.roles().of(role);
    List<Grant> parts = alike.stream().filter(grant -> has.contains(grant.privilegeKey())).toList();
    parts.forEach(claims::end);
    List<UUID> ids =
        Stream.concat(Stream.of(first), parts.stream())
            .map(grant -> grant.id().value())
            .distinct()
            .sorted()
            .toList();
    return candidate(
        parts,
        "The role %s includes the same permissions as %d direct grants."
            .formatted(role, parts.size()),
        new RecommendedChange(
            ids, List.of(), List.of(new ReplacingGrant(ids.getFirst(), role, null))));
  }

  private Candidate candidate(List<Grant> grants, String summary, RecommendedChange change) {
    return new Candidate(
        RecommendationType.DIRECT_PERMISSION,
        "grant:" + change.revoke().getFirst(),
        grants.getFirst().subject().toString(),
        Severity.LOW,
        inspection.evidence(summary, grants),
        change);
  }
}
