package io.iamplane.database;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

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

  /**
   * Makes a set of permits.
   *
   * @param perKey how many a key has
   * @param deadline how long a caller waits
   * @param room bounds how many wait
   */
  public FairPermits(int perKey, Duration deadline, WaitingRoom room) {
    this.perKey = perKey;
    this.deadline = deadline;
    this.room = room;
  }

  /** What came of asking. Only {@link #GRANTED} is to be given back. */
  public enum Answer {
    GRANTED,
    /** As many wait as may. */
    FULL,
    /** None came free by the deadline, or the thread was interrupted. */
    LATE
  }

  /**
   * Takes a permit, waiting for one up to the deadline.
   *
   * @param caller takes turns with the other callers of the key
   * @param owner whose waiting requests are counted together
   */
  public Answer take(K key, Object caller, Object owner) {
    Waiter waiter = new Waiter();
    synchronized (this) {
      Line line = lines.computeIfAbsent(key, _ -> new Line());
      if (line.held < perKey) {
        line.held++;
        return Answer.GRANTED;
      }
      if (!room.enter(owner)) {
        return Answer.FULL;
      }
      line.join(caller, waiter);
    }
    try {
      return await(waiter) || !left(key, caller, waiter) ? Answer.GRANTED : Answer.LATE;
    } finally {
      room.leave(owner);
    }
  }

  /** Gives a permit back, to the next caller. */
  public synchronized void giveBack(K key) {
    Line line = lines.get(key);
    if (line == null || line.held == 0) {
      throw new IllegalStateException("a permit was given back that is not held");
    }
    if (line.callers.isEmpty()) {
      line.held--;
      forgetWhenIdle(key, line);
    } else {
      line.next().granted.release();
    }
  }

  /** How many permits of a key are held. */
  public synchronized int held(K key) {
    Line line = lines.get(key);
    return line == null ? 0 : line.held;
  }

  private boolean await(Waiter waiter) {
    try {
      return waiter.granted.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Leaves the line; false when a permit came at that very moment, which is then held. */
  private synchronized boolean left(K key, Object caller, Waiter waiter) {
    Line line = lines.get(key);
    return line != null && line.leave(caller, waiter);
  }

  private void forgetWhenIdle(K key, Line line) {
    if (line.held == 0) {
      lines.remove(key);
    }
  }

  /** Released once, with the permit that was handed over. */
  private static final class Waiter {
    private final Semaphore granted = new Semaphore(0);
  }

  /** The permits of one key, and those that wait for them: callers in the order of their turns. */
  private static final class Line {

    private int held;
    private final Map<Object, Queue<Waiter>> callers = new LinkedHashMap<>();

    void join(Object caller, Waiter waiter) {
      callers.computeIfAbsent(caller, _ -> new ArrayDeque<>()).add(waiter);
    }

    boolean leave(Object caller, Waiter waiter) {
      Queue<Waiter> own = callers.get(caller);
      if (own == null || !own.remove(waiter)) {
        return false;
      }
      if (own.isEmpty()) {
        callers.remove(caller);
      }
      return true;
    }

    /** The first waiter of the caller whose turn it is, who then goes behind the others. */
    Waiter next() {
      Iterator<Map.Entry<Object, Queue<Waiter>>> first = callers.entrySet().iterator();
      Map.Entry<Object, Queue<Waiter>> turn = first.next();
      Object caller = turn.getKey();
      Queue<Waiter> own = turn.getValue();
      first.remove();
      Waiter waiter = own.remove();
      if (!own.isEmpty()) {
        callers.put(caller, own);
      }
      return waiter;
    }
  }
}
