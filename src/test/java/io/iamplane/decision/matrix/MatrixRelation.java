package io.iamplane.decision.matrix;

import java.time.Instant;
import java.util.Map;
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
    @Nullable Named namedCondition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil) {

  /** The name of a condition of the model, and the stored values for it. */
  public record Named(String name, Map<String, Object> values) {

    public Named(String name, @Nullable Map<String, Object> values) {
      this.name = Objects.requireNonNull(name, "a condition has a name");
      this.values = values == null ? Map.of() : values;
    }
  }

  public MatrixRelation {
    Objects.requireNonNull(subject, "a relation has a subject");
    Objects.requireNonNull(relation, "a relation has a relation");
    Objects.requireNonNull(object, "a relation has an object");
  }
}
