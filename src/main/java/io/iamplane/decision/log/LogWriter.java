package io.iamplane.decision.log;

import io.iamplane.decision.log.LogBuffer.Taken;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes decisions and counts out of their buffers and has them written, on a thread of its own. A
 * failed write is repeated unchanged, before any later one.
 */
final class LogWriter {

  private static final Logger LOG = Logger.getLogger(LogWriter.class);

  /** The limit on the decisions that one transaction writes. */
  static final int AT_ONCE = 16_384;

  /** So many failures in a row take 0.3 s with their pauses: longer than a lost connection. */
  private static final int AWAY = 3;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final LogBuffer buffer;
  private final CountBuffer counts;
  private final Target target;
  private final long intervalNanos;
  private final AtomicBoolean hurried = new AtomicBoolean();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile @Nullable Thread thread;
  private volatile boolean idle;
  private volatile boolean ending;

  /** Taken and not yet written; used by the writer's thread only. */
  private @Nullable Taken taken;

  private List<DecisionCount> counted = List.of();
  private final AtomicInteger failures = new AtomicInteger();

  @FunctionalInterface
  interface Target {

    /**
     * @throws PartlyWrittenException when a part of it is written; the rest follows at the next try
     * @throws RuntimeException when nothing is written, or that is unknown
     */
    void write(List<LoggedDecision> decisions, List<DecisionCount> counts);

    /** Called after the write, once its room is released and its waiting requests are notified. */
    default void released() {}

    /** Returns true while a write has had no answer since before an outage that is over. */
    default boolean isSilent() {
      return false;
    }
  }

  /** Makes a writer, which starts its thread at the first notice. */
  LogWriter(LogBuffer buffer, CountBuffer counts, Target target, Duration interval) {
    this.buffer = buffer;
    this.counts = counts;
    this.target = target;
    this.intervalNanos = interval.toNanos();
  }

  /** Returns true from a failed write until the next successful one. */
  boolean isFailing() {
    return failures.get() > 0;
  }

  /** Returns true when waiting for room has no point: nothing is written, or answered. */
  boolean isAway() {
    return failures.get() >= AWAY || target.isSilent();
  }

  /** There is something to write, after the interval. Begins to, the first time. */
  void notice() {
    if (idle) {
      LockSupport.unpark(thread);
    } else if (!started.get() && started.compareAndSet(false, true)) {
      Thread writer = Thread.ofPlatform().daemon().name("iam-decision-log").unstarted(this::run);
      thread = writer;
      writer.start();
    }
  }

  /** Has the buffers written at once. */
  void hurry() {
    boolean already = hurried.getAndSet(true);
    notice();
    if (!already) {
      LockSupport.unpark(thread);
    }
  }

  /** Writes the rest, and returns true if all of it was written in time. */
  boolean end(Duration patience) {
    ending = true;
    Thread writer = thread;
    if (writer == null) {
      return true;
    }
    LockSupport.unpark(writer);
    try {
      return writer.join(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void run() {
    while (!(ending && isDone())) {
      try {
        pause();
        step();
      } catch (RuntimeException e) {
        fail(e);
      } catch (Error e) {
        // What ended here would end the log, and soon every decision.
        LOG.error("could not write the decision log; will retry", e);
        fail(e);
      }
    }
  }

  private boolean isDone() {
    return taken == null && counted.isEmpty() && buffer.isEmpty() && counts.isEmpty();
  }

  private void pause() {
    int inARow = failures.get();
    if (inARow > 0) {
      long pause = FIRST_PAUSE.toNanos() << Math.min(inARow - 1, 10);
      LockSupport.parkNanos(this, Math.min(pause, LONGEST_PAUSE.toNanos()));
      return;
    }
    if (isDone() && !ending) {
      idle = true;
      // What was added just before found no idle thread to wake.
      if (isDone() && !ending) {
        LockSupport.park(this);
      }
      idle = false;
    }
    if (!hurried.getAndSet(false) && !ending) {
      LockSupport.parkNanos(this, intervalNanos);
      // What hurried meanwhile was added before, so that the take that follows has it.
      hurried.set(false);
    }
  }

  /**
   * Writes the buffered entries, up to a limit.
   *
   * @throws RuntimeException if the sink failed; the same entries are written the next time
   */
  void step() {
    Taken next = taken;
    if (next == null) {
      next = buffer.take(AT_ONCE);
      taken = next;
      counted = counts.take();
      if (next.isFull()) {
        // More waits, and no later decision may come to say so.
        hurried.set(true);
      }
    }
    if (!next.isEmpty() || !counted.isEmpty()) {
      target.write(next.decisions(), counted);
    }
    buffer.release(next);
    taken = null;
    counted = List.of();
    failures.set(0);
    target.released();
  }

  /** Counts failures in a row; one that comes after progress is the first. */
  private void fail(Throwable cause) {
    if (cause instanceof PartlyWrittenException) {
      failures.set(0);
    }
    int inARow = failures.incrementAndGet();
    buffer.queue().wake();
    if (inARow == 1 || inARow % 100 == 0) {
      LOG.warnf(
          "could not write the decision log (consecutive failures: %d): %s; keeping the data in"
              + " memory; will retry",
          inARow, cause.getMessage());
    }
  }
}
