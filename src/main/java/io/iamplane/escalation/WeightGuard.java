package io.iamplane.escalation;

import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.PolicyGrowth;
import io.iamplane.decision.snapshot.EffectWeight;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.snapshot.WeightLimit;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Refuses to let a policy grow so large, or use so many different names, that it could not be
 * loaded again, which would deny its tenant everything. A change that shrinks it passes. An
 * operator's command is exempt: it has a heap of its own. A change is weighed from memory, and
 * exactly only near the limit.
 */
@Singleton
@Priority(WeightGuard.LAST)
public class WeightGuard implements PolicyGuard {

  /** Runs after the guards of rights: an unauthorized caller learns nothing of sizes. */
  static final int LAST = PowerGuard.LAST - 1;

  private final PolicySnapshots snapshots;
  private final PolicyDrafts drafts;

  WeightGuard(PolicySnapshots snapshots, PolicyDrafts drafts) {
    this.snapshots = snapshots;
    this.drafts = drafts;
  }

  @Override
  public void check(Recording recording) {
    List<Effect> effects = recording.effects();
    if (recording.caller().clientId() == null
        || VacancyGuard.isNew(recording)
        || !EffectWeight.mayGrow(effects)) {
      return;
    }
    check(known(recording), () -> drafts.base(recording), effects);
  }

  /** Demands that a policy with a grant could be loaded again; CONFLICT. */
  public void requireGrantable(OrganizationId organization, Grant grant) {
    PolicyView base = drafts.base(organization);
    check(Objects.requireNonNull(base.policy()), () -> base, List.of(GrantService.created(grant)));
  }

  private void check(TenantPolicy known, Supplier<PolicyView> base, List<Effect> effects) {
    requireFewSymbols(known, effects);
    requireFewContained(known, effects);
    WeightLimit limit = new WeightLimit(snapshots.ceiling());
    long growth = EffectWeight.mostGrowth(known, effects);
    if (growth > 0 && !limit.holds(known.weight() + growth)) {
      PolicyView before = base.get();
      TenantPolicy policy = Objects.requireNonNull(before.policy());
      limit.require(policy.weight(), weight(before, EffectWeight.ofPolicy(policy, effects)));
    }
  }

  private static void requireFewSymbols(TenantPolicy known, List<Effect> effects) {
    int before = known.snapshot().symbolCount();
    if (before + EffectWeight.mostSymbols(effects) <= PolicyGrowth.MOST_SYMBOLS) {
      return;
    }
    int symbols = before + EffectWeight.newSymbols(known, effects);
    if (symbols > PolicyGrowth.MOST_SYMBOLS && symbols > before) {
      throw IamException.conflict(
          String.format(
              Locale.ROOT,
              "This change would give the organization's policy %,d different names of types,"
                  + " relations and conditions; the limit is %,d. Use names that exist, or remove"
                  + " applications, grants or relations.",
              symbols,
              PolicyGrowth.MOST_SYMBOLS));
    }
  }

  private static void requireFewContained(TenantPolicy known, List<Effect> effects) {
    long contained = EffectWeight.contained(known, effects);
    if (contained > PolicyGrowth.MOST_CONTAINED && contained > known.snapshot().contained()) {
      throw IamException.conflict(
          String.format(
              Locale.ROOT,
              "This change would make the organization's roles contain %,d permissions altogether,"
                  + " counting those of an included role again; the limit is %,d. Use fewer roles,"
                  + " or let them include less.",
              contained,
              PolicyGrowth.MOST_CONTAINED));
    }
  }

  /** Returns the policy in memory if it has the right version, else the change's base. */
  private TenantPolicy known(Recording recording) {
    TenantPolicy known = snapshots.known(recording.organization());
    return known == null || known.version() != recording.version()
        ? Objects.requireNonNull(drafts.base(recording).policy())
        : known;
  }

  private long weight(PolicyView before, List<Effect> effects) {
    try {
      return Objects.requireNonNull(drafts.of(before, effects).policy()).weight();
    } catch (IllegalStateException e) {
      // Known only after a load, which counts as much as this at most.
      TenantPolicy policy = Objects.requireNonNull(before.policy());
      return policy.weight() + EffectWeight.mostGrowth(policy, effects);
    }
  }
}
