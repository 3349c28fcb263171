package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.ReasonCode;

/** A bound on the work of one decision was reached. Carries no stack: it is an ordinary ending. */
final class StepLimit extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The budget of steps is spent. */
  public static final StepLimit REACHED = new StepLimit(ReasonCode.DEADLINE_EXCEEDED);

  /** Groups or parents nest deeper than a decision looks, and any of them might carry a denial. */
  public static final StepLimit TOO_DEEP = new StepLimit(ReasonCode.DEPTH_EXCEEDED);

  private final ReasonCode reason;

  private StepLimit(ReasonCode reason) {
    super(reason.wire(), null, false, false);
    this.reason = reason;
  }

  public ReasonCode reason() {
    return reason;
  }
}
