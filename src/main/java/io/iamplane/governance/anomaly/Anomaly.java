package io.iamplane.governance.anomaly;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal that became an alert.
 *
 * @param subject in the form of the decision log; {@code *}: all together
 * @param verdict the result of the review; null before
 */
@RegisterForReflection
public record Anomaly(
    UUID id,
    SignalType type,
    String subject,
    Instant seenAt,
    double score,
    List<String> reasons,
    Status status,
    @Nullable Verdict verdict,
    @Nullable String note,
    @Nullable SubjectRef resolvedBy,
    @Nullable Instant resolvedAt,
    long revision,
    Instant createdAt)
    implements PersonalData {

  public Anomaly {
    reasons = List.copyOf(reasons);
  }

  public enum Status implements WireName {
    OPEN,
    RESOLVED
  }

  public enum Verdict implements WireName {
    /** An attack, or a fault. */
    CONFIRMED,
    /** Unusual, and right. */
    EXPECTED,
    /** Not unusual. */
    FALSE_ALARM
  }

  @Override
  public Set<String> personalMembers() {
    return Set.of("note");
  }

  static Anomaly of(Signal signal, Instant at) {
    return new Anomaly(
        UuidV7.next(),
        signal.type(),
        signal.subject(),
        signal.at(),
        signal.score(),
        signal.reasons(),
        Status.OPEN,
        null,
        null,
        null,
        null,
        1,
        at);
  }

  Anomaly resolved(Verdict newVerdict, @Nullable String newNote, SubjectRef by, Instant at) {
    return new Anomaly(
        id,
        type,
        subject,
        seenAt,
        score,
        reasons,
        Status.RESOLVED,
        newVerdict,
        newNote,
        by,
        at,
        revision + 1,
        createdAt);
  }
}
