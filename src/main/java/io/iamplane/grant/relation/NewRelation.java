package io.iamplane.grant.relation;

import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A relation to create; see {@link Relation} for the meaning of the values. */
public record NewRelation(
    SubjectRef subject,
    @Nullable String subjectRelation,
    String relation,
    SubjectRef object,
    @Nullable String condition,
    @Nullable RelationCondition namedCondition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil) {

  /** A relation that holds always. */
  public static NewRelation of(
      SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object) {
    return new NewRelation(subject, subjectRelation, relation, object, null, null, null, null);
  }

  /** The identity by the names of the request, which may be external ids. */
  Relation.Key key() {
    return new Relation.Key(subject, subjectRelation, relation, object);
  }
}
