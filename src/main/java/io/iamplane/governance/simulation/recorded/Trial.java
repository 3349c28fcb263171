package io.iamplane.governance.simulation.recorded;

import io.iamplane.decision.work.RequestBudget;

/** The treatment of recorded decisions. */
public interface Trial {

  /** Returns false if a decision cannot matter, before all of it is read. */
  default boolean wants(String subject, boolean allowed) {
    return true;
  }

  /**
   * Decides again and counts the result; returns false if the budget ended on the way, so that it
   * is not counted.
   */
  boolean count(RecordedDecision recorded, RequestBudget budget);

  /** Counts some that cannot be read. */
  void skip(Obstacle why, int number);
}
