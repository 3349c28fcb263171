package io.iamplane.decision.log;

import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;

/** The log has room: without, every decision is a denial. */
@Singleton
class DecisionLogProbe implements ReadinessProbe {

  private final DecisionLog log;

  DecisionLogProbe(DecisionLog log) {
    this.log = log;
  }

  @Override
  public String name() {
    return "decision log";
  }

  @Override
  public boolean ready() {
    return !log.isFull();
  }
}
