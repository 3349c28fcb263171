package io.iamplane.escalation;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.ApplicationService;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.Right;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * No change gives its caller, or an account that the caller controls, more than the caller holds,
 * now or later: not more rights, not for longer, not on more resources, not under fewer conditions.
 * A caller holds a privileged right only without conditions. To others a caller gives rights of the
 * control plane that the caller holds, and others with {@code iam:grants.manage}; with {@code
 * iam:escalate}, any. An operator's command is exempt. See {@code docs/power.md}.
 */
@Singleton
@Priority(PowerGuard.LAST)
public class PowerGuard implements PolicyGuard {

  /** Runs after the other guards, since their refusals say more. */
  static final int LAST = -1;

  private final Judgements judgements;
  private final RolePower roles;
  private final RelationPower relations;
  private final ApplicationService applications;

  PowerGuard(
      Judgements judgements,
      RolePower roles,
      RelationPower relations,
      ApplicationService applications) {
    this.judgements = judgements;
    this.roles = roles;
    this.relations = relations;
    this.applications = applications;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null
        || VacancyGuard.isSeat(recording)
        || recording.effects().stream().map(PowerEffects::image).noneMatch(Rights::isPower)) {
      return;
    }
    judgements.judge(
        recording,
        judgement -> {
          roles.check(recording, judgement);
          recording.effects().forEach(effect -> check(recording, judgement, effect));
          RelationRights related = relations.rights(judgement);
          relations.check(recording, judgement, related);
          new AttributePower(judgement, related).check(recording);
        });
  }

  /** Requires that a caller may make a grant; FORBIDDEN with the reason. */
  public void requireGrantable(
      OrganizationId organization, Caller caller, Grant grant, Instant at) {
    judgements.judge(organization, caller, at, judgement -> requireGrant(judgement, grant));
  }

  private void check(Recording recording, Judgement judgement, Effect effect) {
    switch (effect.after()) {
      case Grant _ when PowerEffects.isActivatedBySubject(recording, effect) -> {
        // It was given to be activated.
      }
      case Grant grant when !grant.source().equals(Grant.FROM_MANIFEST) ->
          requireGrant(judgement, grant);
      case GroupMember member ->
          judgement.requireGiven(
              Rights.within(judgement, judgement.reader().own(Rights.group(member)), member),
              member.member());
      case Client client when PowerEffects.isCredential(effect) ->
          requireCredential(recording, judgement, client);
      case Client client when effect.before() instanceof Client before ->
          judgement.requireReturned(
              judgement.reader().of(Set.of(client.subject())).stream()
                  .filter(right -> Rights.isUncovered(right, before, client))
                  .toList(),
              client.subject());
      case User _, ServiceAccount _ when PowerEffects.isReactivated(effect) -> {
        SubjectRef subject = PowerEffects.subject(effect.after()).orElseThrow();
        judgement.requireReturned(judgement.reader().own(subject), subject);
      }
      case null, default -> {
        // Gives nothing, or is looked at elsewhere.
      }
    }
    requireDenialKept(judgement, effect);
  }

  private static void requireGrant(Judgement judgement, Grant grant) {
    if (Rights.permits(grant)) {
      judgement.requireGiven(Rights.of(judgement, grant), grant.subject());
    }
  }

  /**
   * Requires the rights of a client's account: the holder of its secret or key has them for as long
   * as the account does.
   */
  private void requireCredential(Recording recording, Judgement judgement, Client client) {
    SubjectRef account = client.subject();
    Set<Right> rights = new HashSet<>(judgement.reader().of(Set.of(account)));
    if (account.equals(recording.caller().subject())
        && recording.caller().coversAll(client.scopes())
        && !isAboveScope(recording, rights)) {
      return;
    }
    if (isOfApplication(recording, account)) {
      rights.removeIf(right -> right.key().equals(ControlPlanePermission.DECISIONS_CHECK.key()));
    }
    judgement.requireHeld(rights, "to grant a privilege that includes it");
  }

  /** Returns true for a caller whose account has more than the scope: a secret outlives scopes. */
  private static boolean isAboveScope(Recording recording, Set<Right> rights) {
    return rights.stream()
        .anyMatch(
            right -> Judgement.isOfControlPlane(right) && !recording.caller().covers(right.key()));
  }

  /**
   * Returns true for an application's client: it checks decisions, regardless of the account that
   * creates its secret.
   */
  private boolean isOfApplication(Recording recording, SubjectRef account) {
    return recording.effects().stream()
            .anyMatch(effect ->
                effect.after() instanceof Application application
                    && application.serviceAccountId() != null
                    && application.serviceAccountId().toString().equals(account.id()))
        || ServiceAccountId.parse(account.id())
            .flatMap(id -> applications.ofAccount(recording.organization(), id))
            .isPresent();
  }

  private static void requireDenialKept(Judgement judgement, Effect effect) {
    freed(effect)
        .ifPresent(subject ->
            judgement.requireLifted(
                Rights.denied(judgement, Objects.requireNonNull(effect.before())), subject));
  }

  /** Returns the subject that an effect may free of a denial. */
  private static Optional<SubjectRef> freed(Effect effect) {
    return switch (effect.before()) {
      case Grant grant when Rights.denies(grant) && !Rights.denies(effect.after()) ->
          Optional.of(grant.subject());
      case GroupMember member when effect.after() == null -> Optional.of(member.member());
      case Group group when PowerEffects.isDeactivated(effect) -> Optional.of(group.subject());
      case null, default -> Optional.empty();
    };
  }
}
