package io.iamplane.decision.matrix;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A relation (tuple).
 *
 * @param subject {@code user:ann}, {@code user:*} or a userset, {@code group:staff#member}
 * @param object {@code type:id}
 */
public record MatrixRelation(
    String subject,
    String relation,
    String object,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil) {

  public MatrixRelation {
    Objects.requireNonNull(subject, "a relation has a subject");
    Objects.requireNonNull(relation, "a relation has a relation");
    Objects.requireNonNull(object, "a relation has an object");
  }
}
