package io.iamplane.governance.simulation;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.RecordedDecisions;
import io.iamplane.governance.simulation.report.Reached;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The decision log, as simulations read it. */
@Singleton
class RecordedLog {

  private final DecisionJournal journal;
  private final SimulationConfig config;
  private final RecordedDecisions reader;
  private final Clock clock;

  RecordedLog(DecisionJournal journal, SimulationConfig config, ObjectMapper mapper, Clock clock) {
    this.journal = journal;
    this.config = config;
    this.reader = new RecordedDecisions(mapper);
    this.clock = clock;
  }

  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * The decisions that a body asks for.
   *
   * @throws IamException VALIDATION naming the place
   */
  RecordedWindow window(@Nullable DecisionsBody body) {
    return (body == null ? DecisionsBody.ALL : body).window(now(), config.maxDecisions());
  }

  /** Gives each of some decisions to a trial; how far it came. */
  Reached read(
      OrganizationId organization,
      RecordedWindow window,
      Trial trial,
      RequestBudget budget,
      Tally tally) {
    return new LogReading(
            journal.walk(organization, window.from(), window.to()),
            reader,
            window,
            trial,
            budget,
            tally)
        .read();
  }
}
