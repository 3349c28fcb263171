package io.iamplane.decision.engine.fact;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A relation (tuple): {@code subject relation object}. Every application's model reads all of them
 * and heeds those that it declares.
 *
 * @param id unique among memberships and relations
 * @param condition the relation holds only while this is true
 * @param from the first moment, to the microsecond; null: since ever
 * @param until the first moment at which it no longer holds; null: without end
 */
public record RelationFact(
    String id,
    Subject subject,
    String relation,
    SubjectRef object,
    @Nullable Condition condition,
    @Nullable Instant from,
    @Nullable Instant until)
    implements Fact {

  /**
   * @param ref an object, or everyone of a type ({@code user:*})
   * @param relation then it is everyone with this relation to {@code ref}: {@code group:x#member}
   */
  public record Subject(SubjectRef ref, @Nullable String relation) {

    public static Subject of(SubjectRef ref) {
      return new Subject(ref, null);
    }

    /** {@code type:id}, or {@code type:id#relation}. */
    @Override
    public String toString() {
      return relation == null ? ref.toString() : ref + "#" + relation;
    }
  }

  /** Returns true for a membership of a group, which the directory keeps. */
  public boolean isMembership() {
    return object.type().equals(SubjectRef.GROUP) && relation.equals("member");
  }

  public static RelationFact of(String id, Subject subject, String relation, SubjectRef object) {
    return new RelationFact(id, subject, relation, object, null, null, null);
  }

  /** A member of a group: a subject, everyone of a type, or another group. */
  public static RelationFact membership(
      String id, String group, SubjectRef member, @Nullable Condition condition) {
    SubjectRef of = new SubjectRef(SubjectRef.GROUP, group);
    return new RelationFact(id, Subject.of(member), "member", of, condition, null, null);
  }
}
