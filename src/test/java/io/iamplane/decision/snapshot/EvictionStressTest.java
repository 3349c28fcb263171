package io.iamplane.decision.snapshot;

import org.junit.jupiter.api.Tag;

/** As many tenants as a large installation has. */
@Tag("stress")
class EvictionStressTest extends EvictionCases {

  EvictionStressTest() {
    super(5_000);
  }
}
