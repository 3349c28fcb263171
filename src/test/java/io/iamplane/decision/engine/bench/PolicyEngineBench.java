package io.iamplane.decision.engine.bench;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.request.DecisionRequest;
import java.time.Instant;
import java.util.Arrays;

/** Times single decisions over a round of requests. */
final class PolicyEngineBench {

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

  /**
   * Nanoseconds.
   *
   * @param mean of a whole round, without the clock's cost in between
   */
  record Times(long mean, long p50, long p99) {}

  PolicyEngineBench(PolicySnapshot snapshot, DecisionRequest[] requests) {
    this.snapshot = snapshot;
    this.requests = requests;
  }

  void round(int decisions) {
    for (int i = 0; i < decisions; i++) {
      decide(i);
    }
  }

  private void decide(int i) {
    if (engine.decide(snapshot, requests[i % requests.length], NOW).allowed()) {
      allowed++;
    }
  }

  int allowed() {
    return allowed;
  }

  /** The best of several rounds: what the code costs, as against what its neighbours do. */
  Times times(int rounds, int decisions) {
    Times best = new Times(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      round(decisions);
      long mean = (System.nanoTime() - start) / decisions;
      long[] single = new long[decisions];
      for (int j = 0; j < decisions; j++) {
        long before = System.nanoTime();
        decide(j);
        single[j] = System.nanoTime() - before;
      }
      Arrays.sort(single);
      best =
          new Times(
              Math.min(best.mean, mean),
              Math.min(best.p50, single[decisions / 2]),
              Math.min(best.p99, single[decisions * 99 / 100]));
    }
    return best;
  }
}
