package io.iamplane.decision.guard;

import io.iamplane.catalog.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a change that would leave an organization without an active administrator, found out by
 * asking the decision point about the policy as the change would make it. An organization that had
 * none before may go on without one.
 */
@ApplicationScoped
class LastAdministratorGuard implements PolicyGuard {

  private final Administrators administrators;
  private final ControlledPermissions controlled;
  private final PolicyDrafts drafts;

  LastAdministratorGuard(
      Administrators administrators, ControlledPermissions controlled, PolicyDrafts drafts) {
    this.administrators = administrators;
    this.controlled = controlled;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    OrganizationId organization = recording.organization();
    if (recording.effects().stream().noneMatch(effect -> mayTakeAway(organization, effect))) {
      return;
    }
    PolicyView before = drafts.base(organization);
    PolicyView after =
        drafts.of(
            before,
            recording.effects().stream().filter(LastAdministratorGuard::isOfSubjects).toList());
    List<SubjectRef> concerned = new ArrayList<>(administrators.holders(organization));
    recording.effects().forEach(effect -> lose(effect, concerned));
    Set<SubjectRef> people = administrators.people(organization, concerned);
    if (!administrators.isAny(after, organization, people)
        && administrators.isAny(before, organization, people)) {
      throw IamException.conflict(
          "The organization would be left without an active administrator.");
    }
  }

  private boolean mayTakeAway(OrganizationId organization, Effect effect) {
    return switch (effect.before()) {
      case null -> effect.after() instanceof Grant made && isDenial(organization, made);
      case Grant grant ->
          !controlled.of(organization, grant).isEmpty()
              && (isDenial(organization, effect.after()) || isGiving(grant));
      case User user -> user.status() == User.Status.ACTIVE && !isActive(effect.after());
      case ServiceAccount account ->
          account.status() == ServiceAccount.Status.ACTIVE && !isActive(effect.after());
      case Group group -> group.status() == Group.Status.ACTIVE && !isActive(effect.after());
      case GroupMember _ -> effect.after() == null;
      case Role role -> !controlled.of(organization, role).isEmpty();
      default -> false;
    };
  }

  private boolean isDenial(OrganizationId organization, @Nullable Object after) {
    return after instanceof Grant grant
        && grant.status() == Grant.Status.ACTIVE
        && grant.effect() == Grant.Effect.DENY
        && !controlled.of(organization, grant).isEmpty();
  }

  private static boolean isGiving(Grant grant) {
    return grant.status() == Grant.Status.ACTIVE && grant.effect() == Grant.Effect.PERMIT;
  }

  private static boolean isActive(@Nullable Object after) {
    return switch (after) {
      case User user -> user.status() == User.Status.ACTIVE;
      case ServiceAccount account -> account.status() == ServiceAccount.Status.ACTIVE;
      case Group group -> group.status() == Group.Status.ACTIVE;
      case null, default -> false;
    };
  }

  /** Whom an effect takes something away from, besides those who still hold it by the rows. */
  private static void lose(Effect effect, List<SubjectRef> concerned) {
    switch (effect.before()) {
      case Grant grant -> concerned.add(grant.subject());
      case User user -> concerned.add(user.subject());
      case ServiceAccount account -> concerned.add(account.subject());
      case Group group -> concerned.add(group.subject());
      case GroupMember member -> concerned.add(member.member());
      case null, default -> {
        // Takes nothing away from anybody in particular.
      }
    }
  }

  /** What bears on who administers; the rest of a change may need a load to be understood. */
  private static boolean isOfSubjects(Effect effect) {
    Object either = effect.after() == null ? effect.before() : effect.after();
    return either instanceof Grant
        || either instanceof User
        || either instanceof ServiceAccount
        || either instanceof Group
        || either instanceof GroupMember
        || either instanceof Role;
  }
}
