package io.iamplane.decision.work;

import io.iamplane.shared.OrganizationId;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Turns for requests that have proven expensive: one at a time for each tenant, and no more in all
 * than leave a processor for the others. Most requests end long before they need one.
 */
final class HeavyWork {

  /** Who would wait behind so many of its tenant is refused at once: waiting takes a thread. */
  private static final int MAX_WAITING = 16;

  private final Map<OrganizationId, Lane> lanes = new ConcurrentHashMap<>();
  private final Semaphore all;

  /**
   * Makes the turns.
   *
   * @param most how many may work at a time, of all tenants
   */
  HeavyWork(int most) {
    this.all = new Semaphore(most, true);
  }

  /** Those of one tenant; gone when no request is in it. */
  private static final class Lane {
    final Semaphore turn = new Semaphore(1, true);
    final AtomicInteger requests = new AtomicInteger();
  }

  /**
   * Waits for a turn, which {@link #leave} ends.
   *
   * @param nanos how long there is to wait, asked before each wait
   * @return false when there was none within the time
   */
  boolean enter(OrganizationId organization, LongSupplier nanos) {
    Lane lane = join(organization);
    boolean entered = false;
    try {
      entered =
          lane.requests.get() <= MAX_WAITING
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

  /** Whether another tenant's request waits for a turn. */
  boolean isAwaited() {
    return all.hasQueuedThreads();
  }

  void leave(OrganizationId organization) {
    all.release();
    Objects.requireNonNull(lanes.get(organization)).turn.release();
    quit(organization);
  }

  /** How many tenants have a request here. */
  int tenants() {
    return lanes.size();
  }

  private Lane join(OrganizationId organization) {
    return lanes.compute(
        organization,
        (_, present) -> {
          Lane lane = present == null ? new Lane() : present;
          lane.requests.incrementAndGet();
          return lane;
        });
  }

  private void quit(OrganizationId organization) {
    lanes.computeIfPresent(
        organization, (_, lane) -> lane.requests.decrementAndGet() == 0 ? null : lane);
  }
}
