package io.iamplane.simulation;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.simulation.draft.DraftReader;
import io.iamplane.simulation.draft.PolicyDraft;
import io.iamplane.simulation.recorded.RecordedDecisions;
import io.iamplane.simulation.report.Tally;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Objects;

/** Tries a draft on recorded decisions. Writes nothing. */
@Singleton
class SimulationService {

  private final DecisionService decisions;
  private final DraftReader drafts;
  private final DecisionJournal journal;
  private final RequestBudgets budgets;
  private final SimulationPermits permits;
  private final SimulationConfig config;
  private final RecordedDecisions reader;
  private final Clock clock;

  SimulationService(
      DecisionService decisions,
      DraftReader drafts,
      DecisionJournal journal,
      RequestBudgets budgets,
      SimulationPermits permits,
      SimulationConfig config,
      ObjectMapper mapper,
      Clock clock) {
    this.decisions = decisions;
    this.drafts = drafts;
    this.journal = journal;
    this.budgets = budgets;
    this.permits = permits;
    this.config = config;
    this.reader = new RecordedDecisions(mapper);
    this.clock = clock;
  }

  /**
   * Tries a draft.
   *
   * @throws IamException VALIDATION naming the place in the body; TOO_MANY_REQUESTS when too many
   *     run; DEPENDENCY_UNAVAILABLE when the policy cannot be loaded
   */
  SimulationView simulate(OrganizationId organization, SimulateRequest request) {
    RecordedWindow window = request.decisionsOrAll().window(clock.instant(), config.maxDecisions());
    try (SimulationPermits.Permit _ = permits.take(organization)) {
      PolicyView present = present(organization);
      PolicyDraft draft = drafts.read(organization, present, request.draftOrNone());
      try (RequestBudget budget = budgets.openSimulation(organization, config.deadline())) {
        Tally tally = new Tally(draft.places());
        Trial trial = new DraftTrial(decisions, draft);
        JournalWalk walk = journal.walk(organization, window.from(), window.to());
        return new SimulationView(
            Objects.requireNonNull(present.policy()).version(),
            tally.simulated(new LogReading(walk, reader, window, trial, budget, tally).read()));
      }
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
