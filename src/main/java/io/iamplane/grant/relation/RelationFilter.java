package io.iamplane.grant.relation;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/** Which relations are meant; what is null does not restrict them. */
public record RelationFilter(
    @Nullable SubjectRef subject, @Nullable String relation, @Nullable SubjectRef object) {

  /**
   * Whether those that are meant are listed by the name of their relation: those of one subject or
   * of one object. In the order of ids they would need two more indexes, which every write pays.
   */
  boolean isListedByName() {
    return relation == null && (subject == null) != (object == null);
  }
}
