package io.iamplane.decision.snapshot;

import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;

/**
 * The policies in memory are confirmed: until they are, every decision is a denial. Asks instead of
 * relying on an earlier confirmation, which may be from before an outage and lapse at once.
 */
@Singleton
class PolicyProbe implements ReadinessProbe {

  private final PolicySnapshots snapshots;

  PolicyProbe(PolicySnapshots snapshots) {
    this.snapshots = snapshots;
  }

  @Override
  public String name() {
    return "policies";
  }

  @Override
  public boolean ready() {
    snapshots.confirm();
    return snapshots.isFresh();
  }
}
