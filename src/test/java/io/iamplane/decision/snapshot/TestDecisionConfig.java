package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import java.time.Duration;

/** Settings of a decision point that is tried by itself. */
record TestDecisionConfig() implements DecisionConfig {

  /** The interval of a decision point that looks at the database by itself never. */
  static final Duration NEVER = Duration.ofDays(1);

  @Override
  public int maxSteps() {
    return 100;
  }

  @Override
  public Duration maxStaleness() {
    return Duration.ofSeconds(2);
  }

  @Override
  public Duration requestDeadline() {
    return Duration.ofSeconds(20);
  }

  @Override
  public int memoryPercent() {
    return 40;
  }

  @Override
  public int tenantMemoryPercent() {
    return 20;
  }
}
