package io.iamplane.decision.log;

import io.iamplane.decision.log.LogShares.Share;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Requests that wait for room in the log: in order for each client, and few of each, since each
 * takes a thread. A client that exceeds its own room is the only one to be refused.
 */
final class RoomQueue {

  /** Requests of one client that wait at most. */
  static final int PER_CLIENT = 8;

  /** Requests of all clients; the first of a client finds a place among as many again. */
  static final int IN_ALL = 48;

  private final AtomicInteger everyone = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** The end of a wait. */
  enum Outcome {
    /** The room is taken. */
    TAKEN,
    /** Nothing is written any more, so that waiting has no point. */
    AWAY,
    /** There was no room in time, or too many wait. */
    BUSY
  }

  void wake() {
    if (everyone.get() > 0) {
      lock.lock();
      try {
        released.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Waits behind the other requests of the client: at most {@code nanos} for its turn, and again
   * for room; {@code away} is true if nothing is written any more.
   */
  Outcome await(Share share, long bytes, BooleanSupplier away, long nanos) {
    int own = share.waiting().incrementAndGet();
    int all = everyone.incrementAndGet();
    try {
      return own > PER_CLIENT || all > (own == 1 ? 2 * IN_ALL : IN_ALL)
          ? Outcome.BUSY
          : inTurn(share, bytes, away, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.BUSY;
    } finally {
      everyone.decrementAndGet();
      share.waiting().decrementAndGet();
    }
  }

  private Outcome inTurn(Share share, long bytes, BooleanSupplier away, long nanos)
      throws InterruptedException {
    if (!share.turn().tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      return away.getAsBoolean() ? Outcome.AWAY : Outcome.BUSY;
    }
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (true) {
        if (share.take(bytes)) {
          return Outcome.TAKEN;
        }
        if (away.getAsBoolean()) {
          return Outcome.AWAY;
        }
        if (left <= 0) {
          return Outcome.BUSY;
        }
        left = released.awaitNanos(left);
      }
    } finally {
      lock.unlock();
      share.turn().release();
    }
  }
}
