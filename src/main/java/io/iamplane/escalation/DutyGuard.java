package io.iamplane.escalation;

import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Refuses a change that makes a subject violate an enforced duty rule, or violate it further, by
 * any write: a grant, a role, a membership, a manifest, an entry that takes over a name. Earlier
 * violators keep their privileges. An operator's command is exempt, and so is the making of an
 * administrator for a tenant without one.
 *
 * <p>Costs nothing without such a rule; with some, about as many steps as the concerned subjects
 * have grants and groups, or those of every holder of a permission of the rule if a role gains one.
 * Refuses a change that would take more than {@link DutyChecks#MOST_STEPS}.
 */
@Singleton
@Priority(DutyGuard.LAST)
public class DutyGuard implements PolicyGuard {

  /** Runs after the guards of rights: an unauthorized caller learns nothing of others. */
  static final int LAST = PowerGuard.LAST - 1;

  private final PolicyDrafts drafts;

  DutyGuard(PolicyDrafts drafts) {
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null || VacancyGuard.isSeat(recording)) {
      return;
    }
    Concerned concerned = Concerned.by(recording.effects());
    if (!concerned.isEmpty()) {
      check(drafts.base(recording), recording.effects(), concerned, recording.at());
    }
  }

  /** Demands that a grant would break no enforced rule; CONFLICT naming the rule. */
  public void requireGrantable(OrganizationId organization, Grant grant, Instant at) {
    List<Effect> effects = List.of(GrantService.created(grant));
    Concerned concerned = Concerned.by(effects);
    if (!concerned.isEmpty()) {
      check(drafts.base(organization), effects, concerned, at);
    }
  }

  private void check(PolicyView before, List<Effect> effects, Concerned concerned, Instant at) {
    TenantPolicy base = Objects.requireNonNull(before.policy());
    List<DutyRule> enforced =
        base.duties().stream().filter(rule -> rule.mode() == DutyRule.Mode.ENFORCE).toList();
    if (enforced.isEmpty()) {
      return;
    }
    DutyChecks checks = new DutyChecks(base.snapshot(), after(before, effects).snapshot(), at);
    for (DutyRule rule : enforced) {
      if (concerned.everyone) {
        checks.requireKeptByAll(rule);
        continue;
      }
      if (concerned.catalog) {
        checks.requireKeptByCatalog(rule);
      }
      checks.requireKept(rule, concerned.subjects);
    }
  }

  private TenantPolicy after(PolicyView before, List<Effect> effects) {
    try {
      return Objects.requireNonNull(
          drafts.of(before, effects.stream().filter(DutyGuard::isOfRights).toList()).policy());
    } catch (IllegalStateException e) {
      // A draft that only a load would show: it cannot be said that no rule is broken.
      throw IamException.conflict(
          "This change cannot be checked against the organization's duty rules."
              + " Change declared attributes, roles and grants in separate requests.");
    }
  }

  private static boolean isOfRights(Effect effect) {
    return switch (PowerEffects.image(effect)) {
      case Grant _, GroupMember _, Role _, Permission _, User _, ServiceAccount _, Group _ -> true;
      default -> false;
    };
  }

  /** The subjects that a change may give rights to. */
  private static final class Concerned {

    private final Set<SubjectRef> subjects = new LinkedHashSet<>();
    private boolean everyone;
    private boolean catalog;

    static Concerned by(List<Effect> effects) {
      Concerned concerned = new Concerned();
      effects.forEach(concerned::add);
      return concerned;
    }

    boolean isEmpty() {
      return subjects.isEmpty() && !everyone && !catalog;
    }

    private void add(Effect effect) {
      switch (effect.after()) {
        case Grant grant when Rights.permits(grant) -> add(grant.subject());
        case GroupMember member -> add(member.member());
        // A role reaches all who hold it, and a permission those whose roles name it by a pattern.
        case Role _, Permission _ -> catalog = true;
        // A grant may have named it before it was there.
        case User user when effect.before() == null -> add(user.subject());
        case ServiceAccount account when effect.before() == null -> add(account.subject());
        case Group group when effect.before() == null -> add(group.subject());
        case null, default -> {
          // Gives nothing.
        }
      }
    }

    private void add(SubjectRef subject) {
      if (subject.id().equals("*")) {
        everyone = true;
      } else {
        subjects.add(subject);
      }
    }
  }
}
