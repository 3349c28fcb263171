package io.iamplane.decision;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.decision.work.RightsBudget;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.MustWaitException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jboss.logging.Logger;

/**
 * Decides for a tenant. Whatever is missing or fails becomes a denial that says so; nothing here
 * throws.
 */
@Singleton
public class DecisionService {

  private static final Logger LOG = Logger.getLogger(DecisionService.class);

  private final PolicySnapshots snapshots;
  private final PolicyEngine engine;
  private final RequestBudgets budgets;
  private final Clock clock;

  DecisionService(
      PolicySnapshots snapshots, DecisionConfig config, RequestBudgets budgets, Clock clock) {
    this.snapshots = snapshots;
    this.engine =
        new PolicyEngine(
            config.maxSteps(),
            defect -> LOG.error("internal error while deciding; denied", defect));
    this.budgets = budgets;
    this.clock = clock;
  }

  /**
   * Decides one request. A loaded tenant is answered from memory; another one waits for its policy
   * to be loaded, up to the deadline.
   *
   * @param atLeast the policy version that the answer must be based on; 0: any
   */
  public DecisionAnswer decide(OrganizationId organization, DecisionRequest request, long atLeast) {
    PolicyView view = policy(organization, atLeast);
    return new DecisionAnswer(UuidV7.next(), authorize(organization, view, request));
  }

  /**
   * Decides whether the control plane does something, by a policy that {@link #policy} gave.
   *
   * @param organization whose work it is
   * @throws MustWaitException when it takes long, on a thread that must not wait
   */
  public Decision authorize(OrganizationId organization, PolicyView view, DecisionRequest request) {
    TenantPolicy policy = view.policy();
    if (policy == null || !policy.isActive()) {
      return view.denied();
    }
    RightsBudget budget = budgets.rights(organization);
    budget.requireLight();
    Decision decision = engine.decide(policy.snapshot(), request, now(), budget);
    budget.requireLight();
    return decision;
  }

  /**
   * Decides one of the requests that share a budget; denied {@code deadline_exceeded}, without a
   * look at it, once that is spent.
   *
   * @throws MustWaitException when it needs a turn, on a thread that must not wait for one
   */
  public DecisionAnswer decide(PolicyView view, DecisionRequest request, RequestBudget budget) {
    TenantPolicy policy = view.policy();
    if (policy == null || !policy.isActive()) {
      return new DecisionAnswer(UuidV7.next(), view.denied());
    }
    if (budget.isOver()) {
      ReasonCode late = ReasonCode.DEADLINE_EXCEEDED;
      return new DecisionAnswer(UuidV7.next(), new Decision(late, policy.version(), null, null, 0));
    }
    Decision decision = engine.decide(policy.snapshot(), request, now(), budget);
    if (budget.mustWait()) {
      MustWaitException.requireMayWait();
    }
    return new DecisionAnswer(UuidV7.next(), decision);
  }

  /** Decides and explains the decision. */
  public ExplainedAnswer explain(PolicyView view, DecisionRequest request, RequestBudget budget) {
    TenantPolicy policy = view.policy();
    if (policy == null || !policy.isActive()) {
      return new ExplainedAnswer(UuidV7.next(), view.denied(), null);
    }
    Explanation explanation = engine.explain(policy.snapshot(), request, now(), budget);
    return new ExplainedAnswer(UuidV7.next(), explanation.decision(), explanation);
  }

  /**
   * The policy to decide by.
   *
   * @param atLeast the version that is demanded; 0: any
   * @throws MustWaitException when it must be loaded, on a thread that must not wait
   */
  public PolicyView policy(OrganizationId organization, long atLeast) {
    TenantPolicy policy = snapshots.loaded(organization, atLeast);
    if (policy == null) {
      policy = snapshots.await(organization, atLeast);
    }
    if (!snapshots.isFresh()) {
      return PolicyView.unavailable();
    }
    return new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
