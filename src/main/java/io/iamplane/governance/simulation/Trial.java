package io.iamplane.governance.simulation;

import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.report.Tally;

/** The treatment of each recorded decision. */
@FunctionalInterface
interface Trial {

  /**
   * Decides again, and counts the result.
   *
   * @return false if the budget ended on the way, so that it is not counted
   */
  boolean count(RecordedDecision recorded, RequestBudget budget, Tally tally);
}
