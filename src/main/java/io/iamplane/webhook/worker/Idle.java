package io.iamplane.webhook.worker;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The pause while there is no work: longer each time, unless woken. */
final class Idle {

  private static final Duration SHORTEST = Duration.ofMillis(5);
  private static final Duration LONGEST = Duration.ofMillis(250);

  private final Semaphore woken = new Semaphore(0);
  private Duration pause = SHORTEST;

  void reset() {
    pause = SHORTEST;
  }

  void wake() {
    if (woken.availablePermits() == 0) {
      woken.release();
    }
  }

  /** Waits; returns false if the thread must end. */
  boolean await() {
    try {
      if (woken.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        woken.drainPermits();
        pause = SHORTEST;
      } else {
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
