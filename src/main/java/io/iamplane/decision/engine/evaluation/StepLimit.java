package io.iamplane.decision.engine.evaluation;

/** A bound on the work of one decision was reached. Carries no stack: it is an ordinary ending. */
public final class StepLimit extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public static final StepLimit REACHED = new StepLimit();

  private StepLimit() {
    super("step limit", null, false, false);
  }
}
