package io.iamplane.governance.simulation.recorded;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Set;

/** Gives the decisions of the log to trials. */
@Singleton
public class RecordedLog {

  /** For more subjects nearly every block has one of them. */
  private static final int FEW_SUBJECTS = 16;

  private final DecisionJournal journal;
  private final RecordedDecisions reader;

  RecordedLog(DecisionJournal journal, ObjectMapper mapper) {
    this.journal = journal;
    this.reader = new RecordedDecisions(mapper);
  }

  /**
   * Reads decisions, the latest first, until there are no more or a bound is reached.
   *
   * @param subjects {@code type:id}, if the trial wants no others; empty: all
   * @throws RuntimeException if the trial refuses one
   */
  public Reached read(
      OrganizationId organization,
      RecordedWindow window,
      Set<String> subjects,
      Trial trial,
      RequestBudget budget) {
    JournalWalk walk =
        subjects.isEmpty() || subjects.size() > FEW_SUBJECTS
            ? journal.walk(organization, window.from(), window.to())
            : journal.walkAbout(organization, window.from(), window.to(), subjects);
    return new Replay(walk, reader, window, trial, budget).run();
  }
}
