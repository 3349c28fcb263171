package io.iamplane.database;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts the requests that wait in memory. The number is bounded for every tenant and for all of
 * them. The last quarter is for tenants without a waiting request, so that a few cannot fill the
 * room.
 */
@Singleton
public class WaitingRoom {

  private static final int PER_TENANT = 64;

  private final int perOwner;
  private final int inAll;
  private final Map<Object, Integer> waiting = new HashMap<>();
  private int all;

  @Inject
  WaitingRoom(PoolConfig config) {
    this(PER_TENANT, config.waiting());
  }

  public WaitingRoom(int perOwner, int inAll) {
    this.perOwner = perOwner;
    this.inAll = inAll;
  }

  /**
   * Enters the room; returns false if no place is left, for the owner or at all. The waiting
   * requests of one owner are counted together.
   */
  public synchronized boolean enter(Object owner) {
    int present = waiting.getOrDefault(owner, 0);
    int open = present == 0 ? inAll : inAll - inAll / 4;
    if (present >= perOwner || all >= open) {
      return false;
    }
    waiting.put(owner, present + 1);
    all++;
    return true;
  }

  /** Leaves the room, once for each time that it was entered. */
  public synchronized void leave(Object owner) {
    waiting.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
    all--;
  }

  public synchronized int size() {
    return all;
  }

  /** Waits for a permit; false at the deadline, or if the thread is interrupted, as it is then. */
  public static boolean isGranted(Semaphore permits, Duration deadline) {
    try {
      return permits.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
