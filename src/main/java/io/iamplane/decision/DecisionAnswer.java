package io.iamplane.decision;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.ReasonCode;
import java.util.UUID;

/** A decision with the id, of UUID version 7, under which it can be found again. */
public record DecisionAnswer(UUID id, Decision decision) {

  /** The denial that is answered instead when the decision could not be written in time. */
  DecisionAnswer withdrawn() {
    return new DecisionAnswer(
        id,
        new Decision(ReasonCode.DEPENDENCY_UNAVAILABLE, decision.policyVersion(), null, null, 0));
  }
}
