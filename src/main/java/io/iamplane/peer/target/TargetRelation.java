package io.iamplane.peer.target;

import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A relation as {@code iam:relations:import} reads it. */
public record TargetRelation(
    SubjectRef object,
    String relation,
    SubjectRef subject,
    @Nullable String subjectRelation,
    @Nullable String condition,
    @Nullable Instant validUntil) {

  /** Whether the directory keeps it, as a membership. */
  public boolean isMembership() {
    return TargetNames.isMembership(object.type(), relation);
  }
}
