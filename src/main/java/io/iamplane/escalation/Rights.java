package io.iamplane.escalation;

import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.Clause;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Micros;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The privileged rights in the images of a change, with their terms. */
final class Rights {

  private Rights() {}

  /** Returns true if an image can hold rights at all. */
  static boolean isPower(@Nullable Object image) {
    return image instanceof Grant
        || image instanceof GroupMember
        || image instanceof Client
        || image instanceof User
        || image instanceof ServiceAccount
        || image instanceof Group
        || image instanceof Role
        || image instanceof Relation;
  }

  /** Returns the rights of a permit. */
  static Reach of(Judgement judgement, Grant grant) {
    Set<String> rights = new HashSet<>(judgement.powers().of(privilege(grant)));
    if (grant.application() != null) {
      rights.removeIf(
          right -> !Powers.isRole(right) && !right.startsWith(grant.application() + ":"));
    }
    return Reach.always(rights).under(terms(judgement, grant), judgement.now());
  }

  static ClauseTerms terms(Judgement judgement, Grant grant) {
    Set<Clause> clauses = clauses(grant.condition(), judgement.schema(grant));
    if (grant.activationRequired()) {
      clauses.add(Clause.ACTIVATION);
    }
    SubjectRef resource = grant.resource();
    return new ClauseTerms(
        resource == null ? null : new Scope(resource.type(), resource.id()),
        clauses,
        from(grant.validFrom()),
        until(grant.validUntil()));
  }

  static ClauseTerms terms(GroupMember member) {
    return new ClauseTerms(
        null,
        clauses(member.condition(), AttributeSchema.EMPTY),
        from(member.validFrom()),
        until(member.validUntil()));
  }

  static ClauseTerms terms(Relation relation, AttributeSchema schema) {
    Set<Clause> clauses = clauses(relation.condition(), schema);
    RelationCondition named = relation.namedCondition();
    if (named != null) {
      clauses.add(Clause.of(new ConditionUse(named.name(), named.values())));
    }
    return new ClauseTerms(null, clauses, from(relation.validFrom()), until(relation.validUntil()));
  }

  /** Returns true if the scopes of a client include a right that they excluded before. */
  static boolean isUncovered(String right, Client before, Client after) {
    return Judgement.isOfControlPlane(right)
        && !Scopes.cover(before.scopes(), right)
        && Scopes.cover(after.scopes(), right);
  }

  static boolean denies(@Nullable Object image) {
    return image instanceof Grant grant
        && grant.status() == Grant.Status.ACTIVE
        && grant.effect() == Grant.Effect.DENY;
  }

  /** Returns the rights that an image denied. */
  static Reach denied(Judgement judgement, Object before) {
    return switch (before) {
      case Grant grant ->
          Reach.always(judgement.powers().of(privilege(grant)))
              .under(terms(judgement, grant), judgement.now());
      case GroupMember member ->
          Reach.always(
              judgement
                  .reader()
                  .denied(new SubjectRef(SubjectRef.GROUP, member.groupId().toString())));
      case Group group -> Reach.always(judgement.reader().denied(group.subject()));
      default -> new Reach();
    };
  }

  private static Privilege privilege(Grant grant) {
    return switch (grant.privilegeType()) {
      case ROLE -> Privilege.role(grant.privilegeKey());
      case PERMISSION -> Privilege.permission(grant.privilegeKey());
    };
  }

  private static Set<Clause> clauses(@Nullable String condition, AttributeSchema schema) {
    Set<Clause> clauses = new HashSet<>();
    if (condition != null) {
      try {
        clauses.add(Clause.of(Conditions.compile(condition, schema)));
      } catch (ConditionSyntaxException e) {
        throw new IllegalStateException("a stored condition does not compile", e);
      }
    }
    return clauses;
  }

  private static long from(@Nullable Instant from) {
    return from == null ? Long.MIN_VALUE : Micros.of(from);
  }

  private static long until(@Nullable Instant until) {
    return until == null ? Long.MAX_VALUE : Micros.of(until);
  }
}
