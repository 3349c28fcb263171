package io.iamplane.governance.leastprivilege;

import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A recommendation as the wire shows it; see {@link Recommendation}. */
@RegisterForReflection
public record RecommendationView(
    UUID id,
    RecommendationType type,
    String target,
    @Nullable String subject,
    Severity severity,
    String status,
    Evidence evidence,
    RecommendedChange change,
    Proof proof,
    @Nullable String reason,
    @Nullable String decidedBy,
    @Nullable Instant decidedAt,
    Instant createdAt) {

  static RecommendationView of(Recommendation each) {
    return new RecommendationView(
        each.id(),
        each.type(),
        each.target(),
        each.subject(),
        each.severity(),
        each.status().wire(),
        each.evidence(),
        each.change(),
        each.proof(),
        each.reason(),
        each.decidedBy() == null ? null : each.decidedBy().toString(),
        each.decidedAt(),
        each.createdAt());
  }
}
