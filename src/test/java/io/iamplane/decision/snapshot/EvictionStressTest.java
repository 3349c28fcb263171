package io.iamplane.decision.snapshot;

import org.junit.jupiter.api.Tag;

@Tag("stress")
class EvictionStressTest extends EvictionCases {

  EvictionStressTest() {
    super(5_000);
  }
}
