package io.iamplane.decision.snapshot;

import java.time.Duration;

/**
 * The pause after a failed load of a tenant's policy: a second, then twice as long each time, up to
 * 30 s. Thread-safe.
 */
final class BackOff {

  private static final long FIRST = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST = Duration.ofSeconds(30).toNanos();

  private long pause;
  private long until;

  /** Returns true if an attempt is due. */
  synchronized boolean isOver(long now) {
    return pause == 0 || now - until >= 0;
  }

  synchronized void failed(long now) {
    pause = pause == 0 ? FIRST : Math.min(2 * pause, LONGEST);
    until = now + pause;
  }

  /** Begins again with the shortest pause, and without one until the next failure. */
  synchronized void reset() {
    pause = 0;
  }
}
