package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;

/** Makes more replicas on the same database, each with its own policies; to be stopped. */
@ApplicationScoped
class Replicas {

  @Inject SnapshotLoader loader;
  @Inject ChangeApplier applier;
  @Inject ChangeFollower follower;
  @Inject DecisionConfig config;
  @Inject MemoryBudget memory;
  @Inject Ticker ticker;
  @Inject Clock clock;

  PolicySnapshots another() {
    return another(applier, clock);
  }

  /**
   * One that differs.
   *
   * @param following how it applies changes
   */
  PolicySnapshots another(ChangeApplier following) {
    return another(following, clock);
  }

  /** One whose clock differs. */
  PolicySnapshots another(Clock off) {
    return another(applier, off);
  }

  private PolicySnapshots another(ChangeApplier following, Clock time) {
    return new PolicySnapshots(loader, following, follower, config, memory, ticker, time);
  }
}
