package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Privileged grants without an end: the same with one is recommended. */
record PermanentPrivileges(Inspection inspection, GrantClaims claims) {

  List<Candidate> find() {
    return inspection.eligible().stream()
        .filter(grant -> grant.validUntil() == null)
        // An application that may not ask any more is denied everything.
        .filter(grant -> !grant.privilegeKey().equals(ControlPlane.DECISION_CLIENT))
        .filter(claims::isFree)
        .filter(inspection::isPrivileged)
        .limit(Inspection.MOST)
        .map(this::ending)
        .toList();
  }

  private Candidate ending(Grant grant) {
    UUID id = grant.id().value();
    int days =
        (int) Duration.between(inspection.terms().since(), inspection.terms().now()).toDays();
    return inspection.about(
        grant,
        RecommendationType.PERMANENT_PRIVILEGED,
        Severity.MEDIUM,
        "The grant of %s is privileged and does not expire.".formatted(grant.privilegeKey()),
        new RecommendedChange(List.of(id), List.of(), List.of(new ReplacingGrant(id, null, days))));
  }
}
