package io.iamplane.escalation;

import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a change that would leave an organization without an active administrator, at once or
 * when all denials have begun, found out by asking the decision point about the policy as the
 * change would make it. An organization that had none before may go on without one.
 */
@Singleton
public class LastAdministratorGuard implements PolicyGuard {

  private final Administrators administrators;
  private final Candidates candidates;
  private final RoleReader roles;
  private final PolicyDrafts drafts;

  LastAdministratorGuard(
      Administrators administrators, Candidates candidates, RoleReader roles, PolicyDrafts drafts) {
    this.administrators = administrators;
    this.candidates = candidates;
    this.roles = roles;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    check(
        recording.organization(),
        recording.caller(),
        recording.effects(),
        () -> drafts.base(recording));
  }

  /** Demands that a grant would leave an administrator; CONFLICT. */
  public void requireGrantable(OrganizationId organization, Caller caller, Grant grant) {
    check(
        organization,
        caller,
        List.of(GrantService.created(grant)),
        () -> drafts.base(organization));
  }

  private void check(
      OrganizationId organization, Caller caller, List<Effect> effects, Supplier<PolicyView> base) {
    Controlled controlled = new Controlled(organization, effects);
    if (effects.stream().noneMatch(effect -> mayTakeAway(controlled, effect))
        && !changesContent(organization, effects)) {
      return;
    }
    PolicyView before = base.get();
    PolicyView after =
        drafts.of(before, effects.stream().filter(LastAdministratorGuard::isOfSubjects).toList());
    List<SubjectRef> concerned = new ArrayList<>();
    // Most often the caller is an administrator and stays one.
    concerned.add(caller.subject());
    // Those that lose rights, apart from holders by the present rows.
    effects.forEach(effect -> PowerEffects.subject(effect.before()).ifPresent(concerned::add));
    if (isAdministered(after, true, organization, effects, concerned)) {
      return;
    }
    // Administrators who will all be denied later must not be lost before then, either.
    if (isAdministered(before, true, organization, effects, concerned)
        || (!isAdministered(after, false, organization, effects, concerned)
            && isAdministered(before, false, organization, effects, concerned))) {
      throw IamException.conflict("The organization would have no active administrator.");
    }
  }

  /** Asks by all denials to come if {@code ahead}, else by the present ones. */
  private boolean isAdministered(
      PolicyView policy,
      boolean ahead,
      OrganizationId organization,
      List<Effect> effects,
      List<SubjectRef> concerned) {
    Predicate<Stream<SubjectRef>> asked =
        subjects ->
            ahead
                ? administrators.isAnyAhead(policy, organization, subjects)
                : administrators.isAny(policy, organization, subjects);
    return asked.test(concerned.stream().filter(LastAdministratorGuard::isOne))
        || asked.test(candidates.of(organization, effects, concerned));
  }

  private static boolean mayTakeAway(Controlled controlled, Effect effect) {
    Object after = effect.after();
    if (after instanceof GroupMember) {
      return true;
    }
    return switch (effect.before()) {
      case null -> isDenial(controlled, after);
      case Grant grant ->
          isDenial(controlled, after) || (Rights.permits(grant) && controlled.isBy(grant));
      case User _, ServiceAccount _, Group _ ->
          PowerEffects.isActive(effect.before())
              && !(PowerEffects.isActive(after)
                  && PowerEffects.stored(after).equals(PowerEffects.stored(effect.before())));
      case GroupMember _ -> true;
      default -> false;
    };
  }

  /** Returns true if a role, held or denied, gains or loses control-plane permissions. */
  private boolean changesContent(OrganizationId organization, List<Effect> effects) {
    Set<String> changed = RoleReader.changed(effects);
    if (changed.isEmpty()) {
      return false;
    }
    RoleContents before = roles.before(organization, effects).read(changed);
    RoleContents now = roles.now(organization).read(changed);
    return changed.stream().anyMatch(key -> !before.controlled(key).equals(now.controlled(key)));
  }

  private static boolean isDenial(Controlled controlled, @Nullable Object after) {
    return after instanceof Grant grant
        && grant.effect() == Grant.Effect.DENY
        && controlled.isBy(grant);
  }

  /**
   * Selects grants of permissions of the control plane. Reads the roles of all grants of a change
   * together, on first use.
   */
  private final class Controlled {

    private final OrganizationId organization;
    private final List<Effect> effects;
    private final Map<Privilege, Boolean> known = new HashMap<>();
    private @Nullable RoleContents contents;

    Controlled(OrganizationId organization, List<Effect> effects) {
      this.organization = organization;
      this.effects = effects;
    }

    boolean isBy(Grant grant) {
      return grant.status() == Grant.Status.ACTIVE
          && known.computeIfAbsent(
              Rights.privilege(grant), privilege -> contents().isControlled(privilege));
    }

    private RoleContents contents() {
      if (contents == null) {
        contents = roles.now(organization).read(granted());
      }
      return contents;
    }

    private Set<String> granted() {
      return effects.stream()
          .flatMap(effect -> Stream.of(effect.before(), effect.after()))
          .filter(image ->
              image instanceof Grant grant && grant.privilegeType() == Grant.PrivilegeType.ROLE)
          .map(image -> ((Grant) image).privilegeKey())
          .collect(Collectors.toSet());
    }
  }

  private static boolean isOne(SubjectRef subject) {
    return !subject.type().equals(SubjectRef.GROUP) && !subject.id().equals("*");
  }

  /** Returns true for an effect on administrators; others might need a policy load. */
  private static boolean isOfSubjects(Effect effect) {
    return switch (PowerEffects.image(effect)) {
      case Grant _, User _, ServiceAccount _, Group _, GroupMember _, Role _ -> true;
      default -> false;
    };
  }
}
