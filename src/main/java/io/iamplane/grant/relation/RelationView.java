package io.iamplane.grant.relation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A relation as the API shows it; see {@link Relation} for the meaning of the members. */
@RegisterForReflection
public record RelationView(
    UUID id,
    String subject,
    String relation,
    String object,
    @Nullable String condition,
    @Nullable RelationCondition namedCondition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    Instant createdAt) {

  static RelationView of(Relation relation) {
    String userset = relation.subjectRelation();
    return new RelationView(
        relation.id(),
        relation.subject() + (userset == null ? "" : "#" + userset),
        relation.relation(),
        relation.object().toString(),
        relation.condition(),
        relation.namedCondition(),
        relation.validFrom(),
        relation.validUntil(),
        relation.createdAt());
  }
}
