package io.iamplane.decision.engine.footprint;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;

/** Decides requests in turn. */
final class Rounds {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final PolicyEngine engine =
      new PolicyEngine(
          100_000,
          defect -> {
            throw new AssertionError(defect);
          });
  private final PolicySnapshot snapshot;
  private final DecisionRequest[] requests;
  private int allowed;

  Rounds(PolicySnapshot snapshot, DecisionRequest[] requests) {
    this.snapshot = snapshot;
    this.requests = requests;
  }

  void decide(int decisions) {
    for (int i = 0; i < decisions; i++) {
      if (engine.decide(snapshot, requests[i % requests.length], NOW).allowed()) {
        allowed++;
      }
    }
  }

  int allowed() {
    return allowed;
  }
}
