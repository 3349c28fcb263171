package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.database.WaitingRoom;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes more replicas on the same database, each with its own policies; to be stopped. */
@ApplicationScoped
class Replicas {

  @Inject SnapshotLoader loader;
  @Inject ChangeApplier applier;
  @Inject ChangeFollower follower;
  @Inject PolicyHistoryQuery history;
  @Inject DecisionConfig config;
  @Inject MemoryBudget memory;
  @Inject Ticker ticker;
  @Inject Clock clock;

  private final List<ChangeFollower> looking = new CopyOnWriteArrayList<>();

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

  /** Starts a replica with another clock. */
  PolicySnapshots another(Clock off) {
    return another(applier, off);
  }

  /** One that hears no signals. */
  PolicySnapshots deaf(ChangeApplier following) {
    ChangeFollower own = new ChangeFollower(new WithoutSignals(history), 2);
    looking.add(own);
    return new PolicySnapshots(loader, following, own, config, memory, ticker, clock);
  }

  /** Ends the threads of those that hear no signals. */
  void stopLooking() {
    looking.forEach(ChangeFollower::stop);
    looking.clear();
  }

  /** One that follows by signals alone. */
  PolicySnapshots thatNeverLooks() {
    return new PolicySnapshots(
        loader,
        applier,
        follower,
        new TestDecisionConfig(),
        TestDecisionConfig.NEVER,
        new WaitingRoom(DecisionConfig.WAITING_PER_TENANT, DecisionConfig.WAITING),
        memory,
        ticker,
        clock);
  }

  private PolicySnapshots another(ChangeApplier following, Clock time) {
    return new PolicySnapshots(loader, following, follower, config, memory, ticker, time);
  }

  private record WithoutSignals(PolicyHistoryQuery history) implements ChangeFollower.History {

    @Override
    public Present present(Collection<OrganizationId> organizations) {
      return history.present(organizations);
    }

    @Override
    public TreeMap<Long, List<PolicyChange>> since(
        OrganizationId organization, long version, int limit) {
      return history.since(organization, version, limit);
    }
  }
}
