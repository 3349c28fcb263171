package io.iamplane.database;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A number of permits for each key. A caller without a free permit waits in memory: the callers of
 * a key take turns, and each caller's requests keep their order, so that one caller with many
 * requests does not hold up another with one.
 *
 * @param <K> has {@code equals}; a key without permits and waiters takes no memory
 */
public final class FairPermits<K> {

  private final int perKey;
  private final Duration deadline;
  private final WaitingRoom room;
  private final Map<K, Line> lines = new HashMap<>();

  public FairPermits(int perKey, Duration deadline, WaitingRoom room) {
    this.perKey = perKey;
    this.deadline = deadline;
    this.room = room;
  }

  /** The result of a request for a permit. Only {@link #GRANTED} must be given back. */
  public enum Answer {
    GRANTED,
    /** The waiting room is full. */
    FULL,
    /** None came free by the deadline, or the thread was interrupted. */
    LATE
  }

  /**
   * Takes a permit, waiting for one up to the deadline.
   *
   * @param caller takes turns with the other callers of the key
   * @param owner the waiting requests of one owner are counted together
   */
  public Answer take(K key, Object caller, Object owner) {
    Semaphore waiter = new Semaphore(0);
    synchronized (this) {
      Line line = lines.computeIfAbsent(key, _ -> new Line());
      if (line.held < perKey) {
        line.held++;
        return Answer.GRANTED;
      }
      if (!room.enter(owner)) {
        return Answer.FULL;
      }
      line.waiting.join(caller, waiter);
    }
    try {
      return WaitingRoom.isGranted(waiter, deadline) || !left(key, caller, waiter)
          ? Answer.GRANTED
          : Answer.LATE;
    } finally {
      room.leave(owner);
    }
  }

  public synchronized void giveBack(K key) {
    Line line = lines.get(key);
    if (line == null || line.held == 0) {
      throw new IllegalStateException("cannot release a permit that is not held");
    }
    if (!line.waiting.isEmpty()) {
      line.waiting.next().release();
      return;
    }
    line.held--;
    if (line.held == 0) {
      lines.remove(key);
    }
  }

  public synchronized int held(K key) {
    Line line = lines.get(key);
    return line == null ? 0 : line.held;
  }

  /** Leaves the line; false when a permit came at that very moment, which is then held. */
  private synchronized boolean left(K key, Object caller, Semaphore waiter) {
    Line line = lines.get(key);
    return line != null && line.waiting.leave(caller, waiter);
  }

  /** The permits of one key, and those that wait: each is released once, with its permit. */
  private static final class Line {

    private int held;
    private final TurnOrder<Semaphore> waiting = new TurnOrder<>();
  }
}
