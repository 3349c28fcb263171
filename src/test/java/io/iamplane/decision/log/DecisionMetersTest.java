package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Decisions missing in the log are in the meters. */
class DecisionMetersTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final DecisionMeters meters = new DecisionMeters(registry);

  @Test
  void whatIsCountedOnlyIsSeenAtOnce() {
    meters.countUnlogged();
    meters.countUnlogged();

    assertThat(registry.get("iam_decision_log_unlogged").functionCounter().count()).isEqualTo(2);
  }
}
