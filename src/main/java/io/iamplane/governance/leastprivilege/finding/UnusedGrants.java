package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Grants without a use for long, and all grants of inactive accounts. */
record UnusedGrants(Inspection inspection, GrantClaims claims) {

  /** Counts the unused grants, regardless of other recommendations about them. */
  static long stale(Inspection inspection) {
    return inspection.eligible().stream().filter(grant -> !inspection.isUsed(grant)).count();
  }

  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>(ofInactive());
    inspection.eligible().stream()
        .filter(grant -> claims.isFree(grant) && !inspection.isUsed(grant))
        .limit(Inspection.MOST)
        .forEach(grant -> {
          claims.end(grant);
          found.add(unused(grant));
        });
    return found;
  }

  private Candidate unused(Grant grant) {
    return inspection.about(
        grant,
        RecommendationType.UNUSED_GRANT,
        inspection.isPrivileged(grant) ? Severity.HIGH : Severity.MEDIUM,
        "No decision used the grant of %s.".formatted(grant.privilegeKey()),
        RecommendedChange.revoking(List.of(grant)));
  }

  private List<Candidate> ofInactive() {
    Map<SubjectRef, List<Grant>> held = new LinkedHashMap<>();
    for (Grant grant : inspection.eligible()) {
      if (inspection.tenant().inactive().contains(grant.subject()) && claims.isFree(grant)) {
        held.computeIfAbsent(grant.subject(), _ -> new ArrayList<>()).add(grant);
      }
    }
    List<Candidate> found = new ArrayList<>();
    held.forEach((subject, grants) -> {
      if (found.size() < Inspection.MOST && grants.stream().noneMatch(inspection::isUsed)) {
        grants.forEach(claims::end);
        found.add(inactive(subject, grants));
      }
    });
    return found;
  }

  private Candidate inactive(SubjectRef subject, List<Grant> grants) {
    return new Candidate(
        RecommendationType.INACTIVE_SUBJECT,
        subject.toString(),
        subject.toString(),
        grants.stream().anyMatch(inspection::isPrivileged) ? Severity.HIGH : Severity.MEDIUM,
        inspection.evidence(
            "The account is not active and has used none of its grants (%d)."
                .formatted(grants.size()),
            grants),
        RecommendedChange.revoking(grants));
  }
}
