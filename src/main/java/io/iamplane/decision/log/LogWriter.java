package io.iamplane.decision.log;

import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.LogBuffer.Taken;
import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes decisions out of the buffer and has the sink write them, on a thread of its own. What could
 * not be written is tried again, as it is, before anything that came later.
 */
final class LogWriter {

  private static final Logger LOG = Logger.getLogger(LogWriter.class);

  /** How many decisions one transaction writes at most. */
  static final int AT_ONCE = 16_384;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final LogBuffer buffer;
  private final UnloggedCounts unlogged;
  private final FlushBuilder builder;
  private final DecisionSink sink;
  private final Ticker ticker;
  private final LogTimes times;
  private final long intervalNanos;
  private final AtomicBoolean hurried = new AtomicBoolean();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile @Nullable Thread thread;
  private volatile boolean idle;
  private volatile boolean ending;

  /** What is to be written next, once it was taken; of the thread that writes. */
  private @Nullable Taken taken;

  private List<DecisionCount> counted = List.of();
  private int failures;

  /** Learns how long each flush took, in nanoseconds. */
  @FunctionalInterface
  interface LogTimes {
    void flushed(long nanos);
  }

  LogWriter(
      LogBuffer buffer,
      UnloggedCounts unlogged,
      FlushBuilder builder,
      DecisionSink sink,
      Ticker ticker,
      LogTimes times,
      Duration interval) {
    this.buffer = buffer;
    this.unlogged = unlogged;
    this.builder = builder;
    this.sink = sink;
    this.ticker = ticker;
    this.times = times;
    this.intervalNanos = interval.toNanos();
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

  /** A caller waits for what there is to be written. */
  void hurry() {
    hurried.set(true);
    notice();
    LockSupport.unpark(thread);
  }

  /**
   * Writes all that there is, and ends.
   *
   * @return whether all of it was written in time
   */
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
        LOG.error("the decision log could not be written", e);
        fail(e);
      }
    }
  }

  private boolean isDone() {
    return taken == null && counted.isEmpty() && buffer.isEmpty() && unlogged.isEmpty();
  }

  private void pause() {
    if (failures > 0) {
      long pause = FIRST_PAUSE.toNanos() << Math.min(failures - 1, 10);
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
    }
  }

  /**
   * Writes what there is, up to a bound.
   *
   * @throws RuntimeException when the sink could not; the same is written the next time
   */
  void step() {
    Taken next = taken;
    if (next == null) {
      next = buffer.take(AT_ONCE);
      counted = unlogged.take();
      taken = next;
    }
    if (!next.isEmpty() || !counted.isEmpty()) {
      long began = ticker.nanos();
      write(next);
      times.flushed(ticker.nanos() - began);
    }
    buffer.release(next);
    taken = null;
    counted = List.of();
    failures = 0;
  }

  private void write(Taken next) {
    Flush flush = builder.of(next.decisions(), counted);
    if (!flush.blocks().isEmpty() || !flush.counts().isEmpty()) {
      sink.write(flush);
    }
  }

  private void fail(Throwable cause) {
    failures++;
    if (failures == 1 || failures % 100 == 0) {
      LOG.warnf(
          "decisions were not written (%d times in a row) and wait in memory: %s",
          failures, cause.getMessage());
    }
  }
}
