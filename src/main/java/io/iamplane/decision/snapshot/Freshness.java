package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Polls the database and measures the time since its last answer. The time counts from the moment
 * the query was sent, since the answer may miss later changes.
 */
final class Freshness {

  private static final Logger LOG = Logger.getLogger(Freshness.class);

  private static final double NANOS = 1e9;

  private final Ticker ticker;
  private final Runnable look;
  private final long intervalNanos;
  private final long maxStalenessNanos;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicLong confirmed = new AtomicLong();
  private volatile boolean answered;
  private volatile long returned;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("iam-policy-refresh").factory());

  Freshness(Ticker ticker, DecisionConfig config, Duration interval, Runnable look) {
    this.ticker = ticker;
    this.look = look;
    this.intervalNanos = interval.toNanos();
    this.maxStalenessNanos = config.maxStaleness().toNanos();
    this.confirmed.set(ticker.nanos() - maxStalenessNanos - 1);
    this.returned = ticker.nanos();
  }

  /** Begins to look; a process that never decides never does. */
  void start() {
    if (started.compareAndSet(false, true)) {
      var unused =
          timer.scheduleWithFixedDelay(
              this::lookOnce, intervalNanos, intervalNanos, TimeUnit.NANOSECONDS);
    }
  }

  void stop() {
    timer.shutdownNow();
  }

  boolean isFresh() {
    return ticker.nanos() - confirmed.get() <= maxStalenessNanos;
  }

  /** The time of the first answer after the last time without one for long, in nanoseconds. */
  long returned() {
    return returned;
  }

  /** Returns the age of the last answer in seconds; NaN before the first. */
  double ageSeconds() {
    return answered ? (ticker.nanos() - confirmed.get()) / NANOS : Double.NaN;
  }

  void look() {
    long sent = ticker.nanos();
    look.run();
    if (!isFresh()) {
      returned = ticker.nanos();
    }
    confirmed.accumulateAndGet(sent, (a, b) -> a - b >= 0 ? a : b);
    answered = true;
  }

  private void lookOnce() {
    try {
      look();
    } catch (RuntimeException e) {
      LOG.debug("could not confirm that the policies in memory are up to date; will retry", e);
    } catch (Error e) {
      // An exception that left here would end the timer, and with it every decision.
      LOG.error("could not confirm that the policies in memory are up to date; will retry", e);
    }
  }
}
