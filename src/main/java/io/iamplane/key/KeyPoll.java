package io.iamplane.key;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Compares the keys in memory with the database at an interval, from their first use on. */
final class KeyPoll {

  private static final Logger LOG = Logger.getLogger(KeyPoll.class);

  private final Duration interval;
  private final AtomicBoolean started = new AtomicBoolean();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("iam-key-refresh").factory());

  KeyPoll(Duration interval) {
    this.interval = interval;
  }

  /** Begins to look; a process that verifies no token never does. */
  void start(Runnable look) {
    if (started.compareAndSet(false, true)) {
      var unused =
          timer.scheduleWithFixedDelay(
              () -> looked(look), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Returns true if it polls, so that other threads need not read the keys. */
  boolean isRunning() {
    return started.get();
  }

  /** Runs a poll and logs exceptions, which would end all further polls. */
  private static void looked(Runnable look) {
    try {
      look.run();
    } catch (Throwable e) {
      LOG.error("the signing keys could not be compared", e);
    }
  }

  void stop() {
    timer.shutdownNow();
  }
}
