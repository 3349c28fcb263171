package io.iamplane.decision;

import io.iamplane.change.Effect;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.BasePolicies;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.grant.PolicyFacts;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Policies as some changes would make them, visible to the caller only. */
@Singleton
public class PolicyDrafts {

  private final PolicySnapshots snapshots;
  private final BasePolicies bases;

  PolicyDrafts(PolicySnapshots snapshots, BasePolicies bases) {
    this.snapshots = snapshots;
    this.bases = bases;
  }

  /**
   * Returns the policy that a change starts from; for use inside that change, since a concurrent
   * change makes the transaction repeat. A version in memory is used without a query, which would
   * block the tenant's other writers.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when it cannot be loaded
   */
  public PolicyView base(Recording recording) {
    TenantPolicy known = snapshots.known(recording.organization());
    return known != null && known.version() == recording.version()
        ? view(known)
        : base(recording.organization());
  }

  /**
   * The policy at the version that the current transaction sees.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when it cannot be loaded
   */
  public PolicyView base(OrganizationId organization) {
    return view(bases.of(organization));
  }

  private static PolicyView view(@Nullable TenantPolicy policy) {
    if (policy == null) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("the policy that the change starts from is not loaded"));
    }
    return new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
  }

  /**
   * Returns the facts, of a view with a policy, that grants and relations are validated against.
   */
  public PolicyFacts.Present facts(PolicyView view) {
    return new FactsInMemory.InMemory(Objects.requireNonNull(view.policy()));
  }

  /**
   * Applies some effects to the policy of a view.
   *
   * @throws IllegalStateException when the draft can only be known by reloading the tenant
   */
  public PolicyView of(PolicyView view, List<Effect> effects) {
    TenantPolicy policy = Objects.requireNonNull(view.policy());
    List<PolicyChange> changes =
        effects.stream()
            .map(
                effect -> new PolicyChange(effect.target().type(), effect.before(), effect.after()))
            .toList();
    return new PolicyView(snapshots.draft(policy, changes), view.reason());
  }
}
