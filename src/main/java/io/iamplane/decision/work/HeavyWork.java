package io.iamplane.decision.work;

import io.iamplane.shared.OrganizationId;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Turns for requests that have proven expensive: one at a time for each tenant, and no more in all
 * than leave a processor for the others. Most requests end long before they need one.
 */
final class HeavyWork {

  /**
   * So many requests of a tenant wait at most, and more are refused at once: each takes a thread.
   */
  private static final int MAX_WAITING = 16;

  /** The same for all tenants together. */
  private static final int MAX_WAITING_IN_ALL = 50;

  /** The first ones of a tenant find a place among as many again. */
  private static final int FIRST = 2;

  private final Map<OrganizationId, Lane> lanes = new ConcurrentHashMap<>();
  private final Semaphore all;
  private final AtomicInteger everyone = new AtomicInteger();
  private final StepShares shares;
  private final LongAdder steps = new LongAdder();

  /** Takes the maximum number of turns at a time, and the steps of each tenant without a turn. */
  HeavyWork(int most, StepShares shares) {
    this.shares = shares;
    this.all = new Semaphore(most, true);
  }

  /** The requests of one tenant; removed with the last of them. */
  private static final class Lane {
    final Semaphore turn = new Semaphore(1, true);
    final AtomicInteger requests = new AtomicInteger();
  }

  /** Waits for a turn, which {@link #leave} ends, for the time left; false when there was none. */
  boolean enter(OrganizationId organization, LongSupplier nanos) {
    Lane lane = join(organization);
    boolean entered = false;
    try {
      entered =
          mayWait(lane)
              && lane.turn.tryAcquire(nanos.getAsLong(), TimeUnit.NANOSECONDS)
              && enterAll(lane, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!entered) {
        quit(organization);
      }
    }
    return entered;
  }

  private boolean mayWait(Lane lane) {
    int own = lane.requests.get();
    int present = everyone.get();
    return own <= FIRST
        ? present <= 2 * MAX_WAITING_IN_ALL
        : own <= MAX_WAITING && present <= MAX_WAITING_IN_ALL;
  }

  /**
   * Lets the other tenants that wait go first, and waits for the next turn; false when there was
   * none within the time, as if it had left.
   */
  boolean pass(OrganizationId organization, LongSupplier nanos) {
    Lane lane = Objects.requireNonNull(lanes.get(organization));
    all.release();
    boolean entered = false;
    try {
      entered = enterAll(lane, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!entered) {
        quit(organization);
      }
    }
    return entered;
  }

  /** Charges a tenant, and returns true if it has now exceeded its share. */
  boolean charge(OrganizationId organization, long taken) {
    steps.add(taken);
    shares.spend(organization, taken);
    return isOverShare(organization);
  }

  long steps() {
    return steps.sum();
  }

  /** Returns true if a tenant has exceeded its share, so that each of its requests needs a turn. */
  boolean isOverShare(OrganizationId organization) {
    return shares.isOver(organization);
  }

  private boolean enterAll(Lane lane, LongSupplier nanos) throws InterruptedException {
    boolean entered = false;
    try {
      entered = all.tryAcquire(nanos.getAsLong(), TimeUnit.NANOSECONDS);
    } finally {
      if (!entered) {
        lane.turn.release();
      }
    }
    return entered;
  }

  /** Returns true if another tenant's request waits for a turn. */
  boolean isAwaited() {
    return all.hasQueuedThreads();
  }

  void leave(OrganizationId organization) {
    all.release();
    Objects.requireNonNull(lanes.get(organization)).turn.release();
    quit(organization);
  }

  int tenants() {
    return lanes.size();
  }

  private Lane join(OrganizationId organization) {
    everyone.incrementAndGet();
    return lanes.compute(
        organization,
        (_, present) -> {
          Lane lane = present == null ? new Lane() : present;
          lane.requests.incrementAndGet();
          return lane;
        });
  }

  private void quit(OrganizationId organization) {
    everyone.decrementAndGet();
    lanes.computeIfPresent(
        organization, (_, lane) -> lane.requests.decrementAndGet() == 0 ? null : lane);
  }
}
