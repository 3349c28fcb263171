package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Redundant grants: duplicates, and permits overridden by a denial. */
record Redundancies(Inspection inspection, GrantClaims claims) {

  private static final String EVERYONE = "*";

  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>();
    for (Grant grant : inspection.eligible()) {
      if (found.size() < Inspection.MOST && isShadowed(grant)) {
        claims.end(grant);
        found.add(
            ending(
                RecommendationType.SHADOWED_BY_DENY,
                grant,
                "A denial overrides everything that the grant of %s allows."));
      }
    }
    int most = found.size() + Inspection.MOST;
    for (Grant grant : inspection.eligible()) {
      if (found.size() < most && claims.isFree(grant) && isDuplicate(grant)) {
        found.add(
            ending(
                RecommendationType.DUPLICATE_GRANT,
                grant,
                "Another grant to the same subject covers the grant of %s."));
      }
    }
    return found;
  }

  private Candidate ending(RecommendationType type, Grant grant, String summary) {
    return inspection.about(
        grant,
        type,
        Severity.LOW,
        summary.formatted(grant.privilegeKey()),
        RecommendedChange.revoking(List.of(grant)));
  }

  /** Returns true if another grant covers it. Of equal ones the used or older one is kept. */
  private boolean isDuplicate(Grant grant) {
    Instant now = inspection.terms().now();
    for (Grant other : inspection.of(grant.subject())) {
      boolean covers =
          !other.id().equals(grant.id())
              && other.effect() == Grant.Effect.PERMIT
              && other.privilegeType() == grant.privilegeType()
              && other.privilegeKey().equals(grant.privilegeKey())
              && !claims.isEnding(other)
              && GrantCover.covers(other, grant, now);
      if (covers && (!GrantCover.covers(grant, other, now) || staysBefore(other, grant))) {
        claims.end(grant);
        claims.need(other);
        return true;
      }
    }
    return false;
  }

  private boolean staysBefore(Grant one, Grant other) {
    boolean used = inspection.isUsed(one);
    return used == inspection.isUsed(other)
        ? one.id().value().compareTo(other.id().value()) < 0
        : used;
  }

  private boolean isShadowed(Grant grant) {
    Set<String> given = inspection.permissions(grant);
    SubjectRef everyone = new SubjectRef(grant.subject().type(), EVERYONE);
    return !given.isEmpty()
        && (isDenied(grant, given, inspection.of(grant.subject()))
            || isDenied(grant, given, inspection.of(everyone)));
  }

  private boolean isDenied(Grant grant, Set<String> given, List<Grant> others) {
    return others.stream()
        .filter(other -> other.effect() == Grant.Effect.DENY && other.condition() == null)
        .filter(other -> GrantCover.covers(other, grant, inspection.terms().now()))
        .anyMatch(other -> inspection.permissions(other).containsAll(given));
  }
}
