package io.iamplane.decision.snapshot;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.user.User;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/** Converts directory entries and relations to facts of the engine. */
final class DirectoryFacts {

  private DirectoryFacts() {}

  static SubjectFact of(User user) {
    return new SubjectFact(
        user.subject(), user.externalId(), user.status() == User.Status.ACTIVE, user.attributes());
  }

  static SubjectFact of(ServiceAccount account) {
    return new SubjectFact(
        account.subject(),
        account.externalId(),
        account.status() == ServiceAccount.Status.ACTIVE,
        account.attributes());
  }

  static SubjectFact of(Group group) {
    return new SubjectFact(
        group.subject(),
        group.externalId(),
        group.status() == Group.Status.ACTIVE,
        group.attributes());
  }

  static SubjectFact of(ImportedObject object) {
    return new SubjectFact(
        object.ref(), null, object.status() == ImportedObject.Status.ACTIVE, object.attributes());
  }

  /** A membership is the relation {@code member}; a group as a member means its members. */
  static RelationFact of(GroupMember member) {
    boolean nested =
        member.member().type().equals(SubjectRef.GROUP) && !member.member().id().equals("*");
    return new RelationFact(
        member.id().toString(),
        new RelationFact.Subject(member.member(), nested ? "member" : null),
        "member",
        new SubjectRef(SubjectRef.GROUP, member.groupId().toString()),
        FactConditions.compile(
            member.condition(), AttributeSchema.EMPTY, "membership " + member.id()),
        member.validFrom(),
        member.validUntil());
  }

  static RelationFact of(Relation relation, AttributeSchema schema) {
    return new RelationFact(
        relation.id().toString(),
        new RelationFact.Subject(relation.subject(), relation.subjectRelation()),
        relation.relation(),
        relation.object(),
        condition(relation, schema),
        relation.validFrom(),
        relation.validUntil());
  }

  private static @Nullable Condition condition(Relation relation, AttributeSchema schema) {
    RelationCondition named = relation.namedCondition();
    return named == null
        ? FactConditions.compile(relation.condition(), schema, "relation " + relation.id())
        : new ConditionUse(named.name(), named.values());
  }
}
