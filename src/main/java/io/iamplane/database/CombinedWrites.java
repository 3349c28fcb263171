package io.iamplane.database;

import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * Writes parcels of several tenants together in one transaction instead of one each. A parcel is a
 * round trip of writes alone, which needs no answer of the database before it is complete, so that
 * no tenant delays another one. When the transaction fails, each transaction writes its own parcel.
 *
 * <p>Parcels that arrive during a write wait only for each other, on their own threads: the first
 * of them writes for all. A tenant has no more parcels here than writers with a transaction, each
 * of a bounded size.
 */
@Singleton
public class CombinedWrites {

  private static final Logger LOG = Logger.getLogger(CombinedWrites.class);

  /** The second one begins while the first commits, or takes long. */
  static final int AT_A_TIME = 2;

  /** Most take less. The longer one takes, the more are together in the next. */
  static final Duration USUAL = Duration.ofMillis(10);

  /** So many rows take the database a few milliseconds. */
  static final int MOST_ROWS = 256;

  /** A larger parcel gains little, and the others would wait for it. */
  static final int MOST_ROWS_EACH = 64;

  /** Bounds texts and bytes, most of which are written once and hashed once more. */
  static final int MOST_SIZE_EACH = 64 * 1024;

  private static final int MOST_SIZE = 4 * MOST_SIZE_EACH;

  /** The wait without any completed write; its cause is not this parcel. */
  static final Duration PATIENCE = Duration.ofMillis(50);

  /**
   * However many are written meanwhile: the tenant's next group waits for this one, and not much
   * longer.
   */
  static final Duration MOST_PATIENCE = Duration.ofMillis(150);

  /** Beyond this number a transaction writes for itself, and waits in the bounded waiting room. */
  static final int MOST_WAITING = 256;

  /** Longer than a connection waits for an answer. */
  private static final Duration END = Duration.ofSeconds(30);

  public enum Outcome {
    COMMITTED,
    /** It is not written, and may be written otherwise. */
    NOTHING,
    UNKNOWN
  }

  /** Writes all of it and commits, or nothing. */
  @FunctionalInterface
  interface Writer {

    Outcome write(List<Write> writes, Runnable written);
  }

  private final Writer writer;
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Ticket> waiting = new ArrayDeque<>();

  /** The first of each of those that are written, the oldest first. */
  private final List<Ticket> writing = new ArrayList<>();

  private long endedAt;

  CombinedWrites(Writer writer, Ticker ticker) {
    this.writer = writer;
    this.ticker = ticker;
    this.endedAt = ticker.nanos();
  }

  private enum Place {
    WAITING,
    /** It is to write, for others as well. */
    LEADING,
    /** Another one writes for it. */
    TAKEN,
    ENDED
  }

  private static final class Ticket {

    private final List<Write> writes;
    private final int rows;

    /** The characters and bytes of variable length, approximately. */
    private final int size;

    private final Runnable written;
    private final Condition moved;

    /** The parcels for its thread to write; empty while it does not lead. */
    private final List<Ticket> batch = new ArrayList<>();

    private long begunAt;
    private boolean isCommitting;
    private Place place = Place.WAITING;
    private Outcome outcome = Outcome.NOTHING;
    private boolean isInterrupted;

    Ticket(List<Write> writes, Runnable written, Condition moved) {
      this.writes = writes;
      this.rows = writes.stream().mapToInt(write -> Math.max(1, write.rows())).sum();
      this.size = writes.stream().mapToInt(Write::size).sum();
      this.written = written;
      this.moved = moved;
    }

    void move(Place next) {
      place = next;
      moved.signal();
    }
  }

  /**
   * Writes a parcel with those of others; {@code written} is run when it is written and about to be
   * committed, on any thread, and not when it is not written.
   *
   * @param parcel writes alone; to be run afterwards only if nothing was written
   */
  public Outcome write(RoundTrip parcel, Runnable written) {
    Ticket own = new Ticket(parcel.writes(), written, lock.newCondition());
    if (own.rows > MOST_ROWS_EACH || own.size > MOST_SIZE_EACH) {
      return Outcome.NOTHING;
    }
    try {
      List<Ticket> batch = awaited(own);
      return batch.isEmpty() ? own.outcome : writeAll(batch);
    } finally {
      if (own.isInterrupted) {
        // Not before: it would close the connection under the others.
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for the turn of a parcel, and returns the batch for its thread to write; empty if another
   * thread wrote the parcel, no turn came, or too many wait.
   */
  private List<Ticket> awaited(Ticket own) {
    lock.lock();
    try {
      if (waiting.size() >= MOST_WAITING) {
        return List.of();
      }
      waiting.add(own);
      waitForTurn(own);
      waitForEnd(own);
      waiting.remove(own);
      return own.batch;
    } finally {
      lock.unlock();
    }
  }

  private void waitForTurn(Ticket own) {
    long since = ticker.nanos();
    callNext();
    long patience = patience(since, since);
    while (own.place == Place.WAITING && patience > 0) {
      await(own, writing.size() < AT_A_TIME ? Math.min(patience, untilNext()) : patience);
      callNext();
      patience = patience(since, ticker.nanos());
    }
  }

  /** The rest of the wait, in nanoseconds. */
  private long patience(long since, long now) {
    long idle = Math.min(now - since, now - endedAt);
    return Math.min(PATIENCE.toNanos() - idle, MOST_PATIENCE.toNanos() - (now - since));
  }

  private void waitForEnd(Ticket own) {
    long since = ticker.nanos();
    long left = END.toNanos();
    while (own.place == Place.TAKEN && left > 0) {
      await(own, left);
      left = END.toNanos() - (ticker.nanos() - since);
    }
  }

  /** Lets the one that waits longest write, for all that wait. */
  private void callNext() {
    if (!waiting.isEmpty() && mayBegin()) {
      Ticket leader = waiting.remove();
      leader.begunAt = ticker.nanos();
      writing.add(leader);
      leader.batch.add(leader);
      takeAlong(leader.batch);
      leader.move(Place.LEADING);
    }
  }

  /** While one is written, those that come gather, so that fewer statements do for all. */
  private boolean mayBegin() {
    return writing.size() < AT_A_TIME && (untilNext() <= 0 || isEnoughWaiting());
  }

  /** The time until the running write takes longer than usual, in nanoseconds. */
  private long untilNext() {
    return writing.stream()
        .filter(first -> !first.isCommitting)
        .findFirst()
        .map(first -> USUAL.toNanos() - (ticker.nanos() - first.begunAt))
        .orElse(0L);
  }

  private boolean isEnoughWaiting() {
    return waiting.stream().mapToInt(each -> each.rows).sum() >= MOST_ROWS;
  }

  private void takeAlong(List<Ticket> batch) {
    int rows = batch.stream().mapToInt(each -> each.rows).sum();
    int size = batch.stream().mapToInt(each -> each.size).sum();
    while (!waiting.isEmpty()) {
      Ticket next = waiting.element();
      rows += next.rows;
      size += next.size;
      if (rows > MOST_ROWS || size > MOST_SIZE) {
        return;
      }
      waiting.remove();
      next.outcome = Outcome.UNKNOWN;
      next.move(Place.TAKEN);
      batch.add(next);
    }
  }

  private List<Write> combined(List<Ticket> batch) {
    lock.lock();
    try {
      // Others came while the thread woke up.
      takeAlong(batch);
    } finally {
      lock.unlock();
    }
    return Write.combined(batch.stream().map(each -> each.writes).toList());
  }

  private Outcome writeAll(List<Ticket> batch) {
    Outcome outcome = Outcome.NOTHING;
    try {
      List<Write> writes = combined(batch);
      outcome = Outcome.UNKNOWN;
      outcome = writer.write(writes, () -> written(batch));
    } catch (RuntimeException | Error e) {
      LOG.error("a combined write failed; it is unknown which changes were written", e);
    } finally {
      lock.lock();
      try {
        end(batch, outcome);
      } finally {
        lock.unlock();
      }
    }
    return outcome;
  }

  private void written(List<Ticket> batch) {
    batch.forEach(each -> each.written.run());
    lock.lock();
    try {
      batch.getFirst().isCommitting = true;
      callNext();
    } finally {
      lock.unlock();
    }
  }

  private void end(List<Ticket> batch, Outcome outcome) {
    for (Ticket each : batch) {
      each.outcome = outcome;
      each.move(Place.ENDED);
    }
    writing.remove(batch.getFirst());
    endedAt = ticker.nanos();
    callNext();
    if (!waiting.isEmpty()) {
      // How long it waits for its turn is another time now.
      waiting.element().moved.signal();
    }
  }

  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // The callers loop.
  private static void await(Ticket own, long nanos) {
    try {
      own.moved.awaitNanos(nanos);
    } catch (InterruptedException e) {
      // Other threads decide its outcome.
      own.isInterrupted = true;
    }
  }
}
