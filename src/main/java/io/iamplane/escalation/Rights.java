package io.iamplane.escalation;

import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Right;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.relation.Relation;
import io.iamplane.shared.Micros;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The privileged rights in the images of a change, whatever their conditions. */
final class Rights {

  private Rights() {}

  /** Returns true if an image can hold rights at all. */
  static boolean isPower(Object image) {
    return image instanceof Grant
        || image instanceof GroupMember
        || image instanceof Client
        || image instanceof User
        || image instanceof ServiceAccount
        || image instanceof Group
        || image instanceof Role
        || image instanceof Relation;
  }

  /** Returns the rights of a grant, permitted or denied; none of one that has ended. */
  static List<Right> of(Judgement judgement, Grant grant) {
    SubjectRef resource = grant.resource() == null ? Right.ANY : grant.resource();
    long until = until(grant.validUntil());
    return judgement.powers().of(privilege(grant)).stream()
        .filter(key ->
            grant.application() == null
                || Powers.isRole(key)
                || key.startsWith(grant.application() + ":"))
        .map(key -> new Right(key, resource, until))
        .filter(right -> right.until() > judgement.now())
        .toList();
  }

  /** Returns permissions as rights on any resource, without end. */
  static List<Right> always(Collection<String> keys) {
    return keys.stream().map(Right::of).toList();
  }

  /** Returns rights for as long as a membership lasts; none if it has ended. */
  static List<Right> within(Judgement judgement, Collection<Right> rights, GroupMember member) {
    long until = until(member.validUntil());
    return until <= judgement.now()
        ? List.of()
        : rights.stream().map(right -> right.endingBy(until)).toList();
  }

  /** Returns true if the scopes of a client include a right that they excluded before. */
  static boolean isUncovered(Right right, Client before, Client after) {
    return Judgement.isOfControlPlane(right)
        && !Scopes.cover(before.scopes(), right.key())
        && Scopes.cover(after.scopes(), right.key());
  }

  static boolean permits(Grant grant) {
    return grant.status() == Grant.Status.ACTIVE && grant.effect() == Grant.Effect.PERMIT;
  }

  static boolean denies(@Nullable Object image) {
    return image instanceof Grant grant
        && grant.status() == Grant.Status.ACTIVE
        && grant.effect() == Grant.Effect.DENY;
  }

  static Collection<Right> denied(Judgement judgement, Object before) {
    return switch (before) {
      case Grant grant -> of(judgement, grant);
      case GroupMember member -> denied(judgement, group(member));
      case Group group -> denied(judgement, group.subject());
      default -> List.of();
    };
  }

  private static Set<Right> denied(Judgement judgement, SubjectRef group) {
    return judgement.reader().denied(Set.of(group));
  }

  static SubjectRef group(GroupMember member) {
    return new SubjectRef(SubjectRef.GROUP, member.groupId().toString());
  }

  static Privilege privilege(Grant grant) {
    return switch (grant.privilegeType()) {
      case ROLE -> Privilege.role(grant.privilegeKey());
      case PERMISSION -> Privilege.permission(grant.privilegeKey());
    };
  }

  /** The end of a validity, in microseconds since 1970. */
  static long until(@Nullable Instant until) {
    return until == null ? Right.ALWAYS : Micros.of(until);
  }
}
