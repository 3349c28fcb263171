package io.iamplane.decision.snapshot;

/** A thousand tenants, at every build. */
class EvictionTest extends EvictionCases {

  EvictionTest() {
    super(1_000);
  }
}
