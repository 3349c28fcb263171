package io.iamplane.decision.work;

import io.iamplane.decision.engine.evaluation.WorkBudget;
import io.iamplane.shared.OrganizationId;

/**
 * What a decision about the caller's own right may cost. Every request needs one before it can be
 * refused, so that it has few steps; they count as its tenant's like all others.
 */
final class RightsBudget implements WorkBudget {

  /** A tenth of what a decision may be by default: some hundred microseconds. */
  static final int STEPS = 10_000;

  /** Fewer are not worth the counting: the usual right takes a dozen. */
  static final int FREE = 256;

  private final OrganizationId organization;
  private final HeavyWork heavy;

  RightsBudget(OrganizationId organization, HeavyWork heavy) {
    this.organization = organization;
    this.heavy = heavy;
  }

  @Override
  public int decisionSteps() {
    return STEPS;
  }

  @Override
  public boolean spend(int steps) {
    if (steps >= FREE) {
      heavy.charge(organization, steps);
    }
    return true;
  }
}
