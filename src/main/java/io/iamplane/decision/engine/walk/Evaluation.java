package io.iamplane.decision.engine.walk;

import io.iamplane.decision.engine.index.FactId;
import io.iamplane.decision.engine.index.Micros;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.language.condition.Condition;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the parts of one evaluation share: the snapshot, the time, the attributes, the budget. */
final class Evaluation {

  final AttributeView attributes = new AttributeView();
  private @Nullable PolicySnapshot snapshot;
  private @Nullable Trace trace;
  private long now;
  private int stepsLeft;
  private int errors;

  void begin(
      PolicySnapshot policy,
      DecisionRequest request,
      Question question,
      Instant time,
      int maxSteps) {
    snapshot = policy;
    now = Micros.of(time);
    stepsLeft = maxSteps;
    errors = 0;
    attributes.begin(request, question, time);
  }

  void end() {
    snapshot = null;
    trace = null;
    attributes.end();
  }

  void listen(@Nullable Trace listener) {
    trace = listener;
  }

  @Nullable Trace trace() {
    return trace;
  }

  PolicySnapshot snapshot() {
    return Objects.requireNonNull(snapshot);
  }

  long now() {
    return now;
  }

  int errors() {
    return errors;
  }

  /** Counts a unit of work: a grant, a membership, a relation, a goal. */
  void step() {
    if (--stepsLeft < 0) {
      throw StepLimit.REACHED;
    }
  }

  /** The truth of a fact's condition; true when it has none. */
  int truth(FactId fact, @Nullable Condition condition) {
    if (condition == null) {
      return Truth.TRUE;
    }
    step();
    int truth =
        switch (condition.evaluate(attributes)) {
          case TRUE -> Truth.TRUE;
          case FALSE -> Truth.FALSE;
          case ERROR -> Truth.ERROR;
        };
    if (truth == Truth.ERROR) {
      errors++;
    }
    if (trace != null && truth != Truth.TRUE) {
      trace.failed(fact, condition, truth);
    }
    return truth;
  }
}
