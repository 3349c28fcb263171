package io.iamplane.escalation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The platform's administrators make an administrator for a tenant only while it has none: with the
 * tenant itself, or when the last one is lost. Otherwise they could enter every tenant. A suspended
 * tenant is refused: its policy denies its administrators everything, so that they look like none.
 *
 * <p>Such a change is exempt from the rules about the caller's own rights in the tenant, because a
 * caller of the platform holds nothing there. An operator's command is exempt.
 */
@Singleton
class VacancyGuard implements PolicyGuard {

  /** All that making an administrator does; a change that does more is judged as any other. */
  private static final Set<EventType> MAKING =
      EnumSet.of(
          EventType.ORGANIZATION_CREATED,
          EventType.ORGANIZATION_ADMINISTRATOR_RECOVERED,
          EventType.SERVICE_ACCOUNT_CREATED,
          EventType.GRANT_CREATED,
          EventType.CLIENT_CREATED);

  private final Administrators administrators;
  private final Candidates candidates;
  private final PolicyDrafts drafts;

  VacancyGuard(Administrators administrators, Candidates candidates, PolicyDrafts drafts) {
    this.administrators = administrators;
    this.candidates = candidates;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null || !recovers(recording)) {
      return;
    }
    PolicyView before = drafts.base(recording);
    TenantPolicy policy = Objects.requireNonNull(before.policy());
    if (!policy.isActive()) {
      throw IamException.conflict("The organization is suspended; reactivate it first.");
    }
    if (administrators.mayBeAny(
        before,
        recording.organization(),
        candidates.of(recording.organization(), recording.effects(), List.of()))) {
      throw IamException.conflict("The organization already has an active administrator.");
    }
  }

  /**
   * Returns true if a change is the platform's making of an administrator for another organization.
   * One for an older tenant is vetoed by {@link #check} unless it is vacant.
   */
  static boolean isSeat(Recording recording) {
    Caller caller = recording.caller();
    return caller.platform()
        && !caller.organization().equals(recording.organization())
        && (isNew(recording) || recovers(recording))
        && recording.effects().stream().map(Effect::type).allMatch(MAKING::contains);
  }

  /** Returns true if a change creates its organization, so that nothing of it can be in memory. */
  static boolean isNew(Recording recording) {
    return recording.effects().stream()
        .anyMatch(effect ->
            effect.type() == EventType.ORGANIZATION_CREATED
                && effect.target().id().equals(recording.organization().toString()));
  }

  private static boolean recovers(Recording recording) {
    return recording.caller().platform()
        && !recording.caller().organization().equals(recording.organization())
        && recording.effects().stream()
            .anyMatch(effect -> effect.type() == EventType.ORGANIZATION_ADMINISTRATOR_RECOVERED);
  }
}
