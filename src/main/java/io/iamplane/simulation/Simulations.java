package io.iamplane.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.simulation.draft.DraftBody;
import io.iamplane.simulation.draft.DraftReader;
import io.iamplane.simulation.draft.PolicyDraft;
import jakarta.inject.Singleton;
import java.util.function.BiFunction;

/** Gives simulations their place, their policies and their budget. */
@Singleton
class Simulations {

  private final DecisionService decisions;
  private final DraftReader drafts;
  private final RequestBudgets budgets;
  private final SimulationPermits permits;
  private final SimulationConfig config;

  Simulations(
      DecisionService decisions,
      DraftReader drafts,
      RequestBudgets budgets,
      SimulationPermits permits,
      SimulationConfig config) {
    this.decisions = decisions;
    this.drafts = drafts;
    this.budgets = budgets;
    this.permits = permits;
    this.config = config;
  }

  /**
   * Runs one.
   *
   * @throws IamException VALIDATION naming the place in the draft; TOO_MANY_REQUESTS when too many
   *     run; DEPENDENCY_UNAVAILABLE when the policy cannot be loaded
   */
  <T> T run(
      OrganizationId organization, DraftBody body, BiFunction<PolicyDraft, RequestBudget, T> work) {
    try (SimulationPermits.Permit _ = permits.take(organization);
        RequestBudget budget = budgets.openSimulation(organization, config.deadline())) {
      PolicyDraft draft = drafts.read(organization, present(organization), body);
      return work.apply(draft, budget);
    }
  }

  private PolicyView present(OrganizationId organization) {
    PolicyView view = decisions.policy(organization, 0);
    if (view.policy() == null) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("there is no policy to start from: " + view.reason()));
    }
    return view;
  }
}
