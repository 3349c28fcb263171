package io.iamplane.decision.engine.evaluation;

import io.iamplane.decision.engine.index.FactId;
import io.iamplane.decision.engine.index.Micros;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the parts of one evaluation share: the snapshot, the time, the attributes, the budget. */
public final class Evaluation {

  private final AttributeView attributes = new AttributeView();
  private @Nullable PolicySnapshot snapshot;
  private @Nullable Trace trace;
  private long now;
  private int stepsLeft;
  private int errors;

  public void begin(
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

  public void end() {
    snapshot = null;
    trace = null;
    attributes.end();
  }

  /** What conditions read. */
  public Attributes attributes() {
    return attributes;
  }

  public void listen(@Nullable Trace listener) {
    trace = listener;
  }

  public @Nullable Trace trace() {
    return trace;
  }

  public PolicySnapshot snapshot() {
    return Objects.requireNonNull(snapshot);
  }

  public long now() {
    return now;
  }

  public int errors() {
    return errors;
  }

  /** Counts a unit of work: a grant, a membership, a relation, a goal. */
  public void step() {
    if (--stepsLeft < 0) {
      throw StepLimit.REACHED;
    }
  }

  /** The truth of a fact's condition; true when it has none. */
  public int truth(FactId fact, @Nullable Condition condition) {
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
