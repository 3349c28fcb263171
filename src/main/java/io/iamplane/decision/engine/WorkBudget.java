package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.RelationFact;
import java.util.List;

/**
 * The work limits of decisions: of each one, and of all of one request together. Implementations
 * know the time and the client; the engine knows neither.
 */
public interface WorkBudget {

  /** The steps that one decision may take. */
  int decisionSteps();

  /**
   * Takes the steps that were taken since the last call, which comes at the end of a decision and
   * every {@link Evaluation#SLICE} steps on the way. May wait for its turn. False when the decision
   * under way has to end, as {@code deadline_exceeded}.
   */
  boolean spend(int steps);

  /**
   * Receives the costs of a decision, once, when it has ended.
   *
   * @param grants that could concern it
   * @param conditions that were evaluated
   */
  default void looked(int grants, int conditions, int relationSteps) {
    // Costs are bounded by steps alone.
  }

  /** The cost of laying one relation over a snapshot, in steps. */
  int STEPS_PER_RELATION = 16;

  /**
   * Returns the snapshot with the contextual relations of a request. Implementations for several
   * requests may keep the result while the relations are the same.
   */
  default PolicySnapshot over(PolicySnapshot snapshot, List<RelationFact> relations) {
    if (!spend(relations.size() * STEPS_PER_RELATION)) {
      throw StepLimit.REACHED;
    }
    return snapshot.with(relations);
  }

  /** Bounds each decision and nothing else. */
  static WorkBudget perDecision(int steps) {
    return new WorkBudget() {
      @Override
      public int decisionSteps() {
        return steps;
      }

      @Override
      public boolean spend(int taken) {
        return true;
      }
    };
  }
}
