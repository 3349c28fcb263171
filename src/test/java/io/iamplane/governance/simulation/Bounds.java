package io.iamplane.governance.simulation;

import java.time.Duration;

/** Bounds of simulations that a test sets. */
record Bounds(Duration deadline, long maxDecisions, int inAll) implements SimulationConfig {

  static Bounds of(long maxDecisions, int inAll) {
    return new Bounds(Duration.ofMinutes(1), maxDecisions, inAll);
  }

  /** No time at all. */
  static Bounds late() {
    return new Bounds(Duration.ZERO, Integer.MAX_VALUE, 1);
  }
}
