package io.iamplane.decision.work;

import io.iamplane.decision.engine.WorkBudget;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.MustWaitException;
import org.jspecify.annotations.Nullable;

/**
 * The budget of a decision about the caller's own right. Every request needs one before it can be
 * refused, so it has few steps, which are charged to the tenant like all others. It takes no turn,
 * but a longer decision, or one of a tenant beyond its share, leaves the event loop.
 */
public final class RightsBudget implements WorkBudget {

  /** A tenth of the default steps of a decision: some hundred microseconds. */
  static final int STEPS = 10_000;

  /** The minimum steps that are charged: the usual right takes a dozen. */
  static final int FREE = 256;

  private final OrganizationId organization;
  private final HeavyWork heavy;
  private int spent;
  private @Nullable DecisionSpan traced;

  RightsBudget(OrganizationId organization, HeavyWork heavy) {
    this.organization = organization;
    this.heavy = heavy;
  }

  /** Sets the span that receives the costs; null for none. */
  public RightsBudget traced(@Nullable DecisionSpan span) {
    traced = span;
    return this;
  }

  @Override
  public void looked(int grants, int conditions, int relationSteps) {
    if (traced != null) {
      traced.looked(grants, conditions, relationSteps);
    }
  }

  /**
   * Must be called before and after the decision.
   *
   * @throws MustWaitException when the present thread, an event loop, must not decide it
   */
  public void requireLight() {
    if (spent >= RequestBudget.LIGHT_STEPS || heavy.isOverShare(organization)) {
      MustWaitException.requireMayWait();
    }
  }

  @Override
  public int decisionSteps() {
    return STEPS;
  }

  @Override
  public boolean spend(int steps) {
    spent += steps;
    if (steps >= FREE) {
      heavy.charge(organization, steps);
    }
    return spent < RequestBudget.LIGHT_STEPS || MustWaitException.mayWait();
  }
}
