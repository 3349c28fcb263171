package io.iamplane.decision.engine;

import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.StepMeter;

/** Listens to an evaluation, for an explanation. Truths are those of {@link Truth}. */
interface Trace {

  /**
   * Reports a condition that was evaluated and not true; the cost of its message goes to the meter.
   */
  void failed(FactId fact, Condition condition, int truth, StepMeter meter);

  /** A grant, membership or relation was met that holds. */
  void held(FactId fact);

  /** The subject is in a group. */
  void group(Node group, Ref via, int truth);

  /** A question to the relation model was answered. */
  void walked(Node object, int name, int depth, int truth);
}
