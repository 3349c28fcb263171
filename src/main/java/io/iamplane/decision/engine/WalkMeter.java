package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.DecisionRequest;

/** Charges the work of a search for prospects to the budget of its request. */
final class WalkMeter {

  private static final int SLICE = 1_024;

  private final WorkBudget budget;
  private int most;
  private int uncharged;

  /** Takes the number of steps after which a walk is given up. */
  WalkMeter(WorkBudget budget, int most) {
    this.budget = budget;
    this.most = most;
  }

  /** One that charges no request. */
  static WalkMeter unbound() {
    return new WalkMeter(WorkBudget.perDecision(Integer.MAX_VALUE), Integer.MAX_VALUE);
  }

  PolicySnapshot seen(PolicySnapshot snapshot, DecisionRequest request) {
    return PolicyEngine.seen(snapshot, request, budget);
  }

  /** A walk has met too much to be worth its while: there are other ways. */
  static final class TooWide extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final TooWide REACHED = new TooWide();

    /** Nothing narrows it down. */
    static final TooWide EVERYTHING = REACHED;

    private TooWide() {
      super("too wide", null, false, false);
    }
  }

  /**
   * Counts a step of a walk.
   *
   * @throws TooWide beyond the most
   * @throws StepLimit when the budget is spent
   */
  void step() {
    if (--most < 0) {
      throw TooWide.REACHED;
    }
    charge();
  }

  /**
   * Charges a step of unavoidable work.
   *
   * @throws StepLimit when the budget is spent
   */
  void charge() {
    charge(1);
  }

  void charge(int steps) {
    uncharged += steps;
    if (uncharged >= SLICE) {
      settle();
    }
  }

  /**
   * Charges the counted steps.
   *
   * @throws StepLimit when the budget is spent
   */
  void settle() {
    int steps = uncharged;
    uncharged = 0;
    if (steps > 0 && !budget.spend(steps)) {
      throw StepLimit.REACHED;
    }
  }
}
