package io.iamplane.grant.relation;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A relation (tuple): {@code subject relation object}.
 *
 * @param subject an object, or everyone of a type ({@code user:*})
 * @param subjectRelation then the subject is everyone with this relation to it ({@code
 *     group:staff#member}); null: the subject itself
 * @param condition it holds only while this is true; null: always
 * @param namedCondition the model's condition that it names; null: none. It has one or the other
 * @param validFrom the first moment at which it holds; null: since ever
 * @param validUntil the first moment at which it no longer holds; null: without end
 */
@RegisterForReflection
public record Relation(
    UUID id,
    SubjectRef subject,
    @Nullable String subjectRelation,
    String relation,
    SubjectRef object,
    @Nullable String condition,
    @Nullable RelationCondition namedCondition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("condition", "named_condition");
  }

  /** The identity of a relation. */
  public record Key(
      SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object) {}

  public Key key() {
    return new Key(subject, subjectRelation, relation, object);
  }
}
