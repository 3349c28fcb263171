package io.iamplane.decision.engine;

import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.StepMeter;

/** Listens to an evaluation, for an explanation. Truths are those of {@link Truth}. */
interface Trace {

  /** The cost of the message of a condition that was not true goes to the meter. */
  void failed(FactId fact, Condition condition, int truth, StepMeter meter);

  /** A grant, membership or relation was met that holds. */
  void held(FactId fact);

  void group(Node group, Ref via, int truth);

  void walked(Node object, int name, int depth, int truth);
}
