package io.iamplane.grant.relation;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/** A filter of relations; null members match all. */
public record RelationFilter(
    @Nullable SubjectRef subject, @Nullable String relation, @Nullable SubjectRef object) {

  /**
   * Returns true if the result is listed by the name of the relation: for a single subject or a
   * single object. The order of ids would need two more indexes, at the cost of every write.
   */
  boolean isListedByName() {
    return relation == null && (subject == null) != (object == null);
  }
}
