package io.iamplane.governance.leastprivilege;

import io.iamplane.chain.PersonalData;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change that removes unused rights of subjects.
 *
 * @param target its object; unique within a type
 * @param subject the holder, {@code type:id}; null if there are many
 * @param reason of a dismissal
 * @param decidedBy the account that dismissed or accepted it
 */
@RegisterForReflection
public record Recommendation(
    UUID id,
    RecommendationType type,
    String target,
    @Nullable String subject,
    Severity severity,
    Status status,
    Evidence evidence,
    RecommendedChange change,
    Proof proof,
    @Nullable String reason,
    @Nullable SubjectRef decidedBy,
    @Nullable Instant decidedAt,
    long revision,
    Instant createdAt)
    implements PersonalData {

  public enum Status implements WireName {
    /** Not all decisions of the window were replayed yet: shown to no one. */
    PROVING,
    /** A recorded decision would be denied: shown to no one. */
    REFUTED,
    OPEN,
    /** Someone wants it to stay as it is, permanently. */
    DISMISSED,
    ACCEPTED,
    /** It is used again, or went otherwise. */
    RESOLVED;

    /** Returns true if the API shows it. */
    boolean isShown() {
      return this != PROVING && this != REFUTED;
    }
  }

  @Override
  public Set<String> personalMembers() {
    return Set.of("reason");
  }

  static Recommendation of(Candidate candidate, Proof proof, Instant at) {
    return new Recommendation(
        UuidV7.next(),
        candidate.type(),
        candidate.target(),
        candidate.subject(),
        candidate.severity(),
        status(proof),
        candidate.evidence(),
        candidate.change(),
        proof,
        null,
        null,
        null,
        1,
        at);
  }

  private static Status status(Proof proof) {
    if (!proof.losesNothing()) {
      return Status.REFUTED;
    }
    return proof.holds() ? Status.OPEN : Status.PROVING;
  }

  Candidate candidate() {
    return new Candidate(type, target, subject, severity, evidence, change);
  }

  /** The same as it is found now. */
  Recommendation with(Candidate candidate, Proof newProof) {
    return new Recommendation(
        id,
        type,
        target,
        subject,
        candidate.severity(),
        status(newProof),
        candidate.evidence(),
        candidate.change(),
        newProof,
        reason,
        decidedBy,
        decidedAt,
        revision + 1,
        createdAt);
  }

  Recommendation ended(
      Status newStatus, @Nullable String why, @Nullable SubjectRef by, Instant at) {
    return new Recommendation(
        id,
        type,
        target,
        subject,
        severity,
        newStatus,
        evidence,
        change,
        proof,
        why,
        by,
        at,
        revision + 1,
        createdAt);
  }
}
