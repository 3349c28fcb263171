package io.iamplane.simulation;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.simulation.draft.PolicyDraft;
import io.iamplane.simulation.probe.ProbeService;
import io.iamplane.simulation.recorded.RecordedDecisions;
import io.iamplane.simulation.report.DecisionsView;
import io.iamplane.simulation.report.ProbesView;
import io.iamplane.simulation.report.Tally;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Tries a draft on saved probes and recorded decisions. Writes nothing. */
@Singleton
class SimulationService {

  private final Simulations simulations;
  private final DecisionService decisions;
  private final DecisionJournal journal;
  private final ProbeService probes;
  private final SimulationConfig config;
  private final RecordedDecisions reader;
  private final Clock clock;

  SimulationService(
      Simulations simulations,
      DecisionService decisions,
      DecisionJournal journal,
      ProbeService probes,
      SimulationConfig config,
      ObjectMapper mapper,
      Clock clock) {
    this.simulations = simulations;
    this.decisions = decisions;
    this.journal = journal;
    this.probes = probes;
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
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    RecordedWindow window = request.decisionsOrAll().window(now, config.maxDecisions());
    return simulations.run(
        organization,
        request.draftOrNone(),
        (draft, budget) -> {
          ProbesView asked =
              new ProbeTrial(decisions, budget, now).compare(probes.saved(organization), draft);
          return new SimulationView(
              draft.version(), read(organization, window, draft, budget), asked);
        });
  }

  private DecisionsView read(
      OrganizationId organization, RecordedWindow window, PolicyDraft draft, RequestBudget budget) {
    Tally tally = new Tally(draft.places());
    JournalWalk walk = journal.walk(organization, window.from(), window.to());
    Trial trial = new DraftTrial(decisions, draft);
    return tally.simulated(new LogReading(walk, reader, window, trial, budget, tally).read());
  }
}
