package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.snapshot.OtherPolicies;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.governance.simulation.recorded.RecordedWindow;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Gives simulations their place, their policies and their budget. */
@Singleton
class Simulations {

  private final DecisionService decisions;
  private final OtherPolicies policies;
  private final RequestBudgets budgets;
  private final SimulationPermits permits;
  private final SimulationConfig config;
  private final Clock clock;

  Simulations(
      DecisionService decisions,
      OtherPolicies policies,
      RequestBudgets budgets,
      SimulationPermits permits,
      SimulationConfig config,
      Clock clock) {
    this.decisions = decisions;
    this.policies = policies;
    this.budgets = budgets;
    this.permits = permits;
    this.config = config;
    this.clock = clock;
  }

  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  /** The decisions that a body asks for; VALIDATION naming the place. */
  RecordedWindow window(@Nullable DecisionsBody body) {
    return (body == null ? DecisionsBody.ALL : body).window(now());
  }

  /**
   * Runs one; TOO_MANY_REQUESTS when too many run; DEPENDENCY_UNAVAILABLE when the policy cannot be
   * loaded.
   */
  <T> T run(OrganizationId organization, BiFunction<PolicyWorkbench, RequestBudget, T> work) {
    try (SimulationPermits.Permit _ = permits.take(organization);
        RequestBudget budget = budgets.openSimulation(organization, config.deadline());
        PolicyWorkbench bench = policies.open(present(organization), budget)) {
      return work.apply(bench, budget);
    }
  }

  private TenantPolicy present(OrganizationId organization) {
    PolicyView view = decisions.policy(organization, 0);
    TenantPolicy policy = view.policy();
    if (policy == null) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("there is no policy to start from: " + view.reason()));
    }
    return policy;
  }
}
