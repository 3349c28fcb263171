package io.iamplane.migrate.target;

import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A relation as {@code iam:relations:import} reads it; it has a condition, names one or neither.
 */
public record TargetRelation(
    SubjectRef object,
    String relation,
    SubjectRef subject,
    @Nullable String subjectRelation,
    @Nullable String condition,
    @Nullable Named named,
    @Nullable Instant validUntil) {

  /** A condition of the model, and the values that are stored for it. */
  public record Named(String name, Map<String, Object> values) {}

  /** The same on a condition. */
  TargetRelation on(@Nullable String own, @Nullable Named name) {
    return new TargetRelation(object, relation, subject, subjectRelation, own, name, validUntil);
  }

  /** The same relation to the object of a userset, by another name. */
  TargetRelation toObject(String name) {
    return new TargetRelation(object, name, subject, null, condition, named, validUntil);
  }

  /** Returns true if the directory keeps it, as a membership. */
  public boolean isMembership() {
    return TargetNames.isMembership(object.type(), relation);
  }
}
