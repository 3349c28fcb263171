package io.iamplane.key;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compares the keys in memory with the database at an interval, from their first use on. */
final class KeyPoll {

  private final Duration interval;
  private final AtomicBoolean started = new AtomicBoolean();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("iam-key-refresh").factory());

  KeyPoll(Duration interval) {
    this.interval = interval;
  }

  /**
   * Begins to look; a process that verifies no token never does.
   *
   * @param look must not throw, which would end the looking
   */
  void start(Runnable look) {
    if (started.compareAndSet(false, true)) {
      var unused =
          timer.scheduleWithFixedDelay(
              look, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  void stop() {
    timer.shutdownNow();
  }
}
