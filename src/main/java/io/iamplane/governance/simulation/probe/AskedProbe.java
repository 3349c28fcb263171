package io.iamplane.governance.simulation.probe;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A probe that is ready to be asked; without an id if it is not saved. */
public record AskedProbe(@Nullable String id, String name, ProbeQuestion question, Outcome expect) {

  public DecisionRequest request() {
    return question.request();
  }

  /** The time of the question, by default now. */
  public Instant at(Instant now) {
    Instant at = question.at();
    return at == null ? now : at;
  }
}
