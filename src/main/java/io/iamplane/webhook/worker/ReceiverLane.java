package io.iamplane.webhook.worker;

import io.iamplane.webhook.retry.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;

/** What one worker knows of one webhook: how much is on its way, and how its receiver does. */
final class ReceiverLane {

  /** What is written now may bear a time of a little while ago, and be seen a little later. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final CircuitBreaker breaker;
  private int onTheirWay;
  private Instant low = Instant.EPOCH;

  ReceiverLane(Duration breakerPause) {
    this.breaker = new CircuitBreaker(breakerPause);
  }

  /** How many more may be claimed; claims of a half-open breaker are to be used or given back. */
  synchronized int admit(int bound, long ticks) {
    return breaker.admit(bound - onTheirWay, ticks);
  }

  synchronized void claimed(int count) {
    if (count == 0) {
      breaker.unused();
    }
    onTheirWay += count;
  }

  synchronized void ended(boolean success, long ticks) {
    onTheirWay--;
    breaker.record(success, ticks);
  }

  synchronized boolean idle() {
    return onTheirWay == 0;
  }

  /** What was due before this was claimed already: a scan need not pass over it again. */
  synchronized Instant low() {
    return low;
  }

  synchronized void seen(Instant upTo) {
    low = upTo.minus(MARGIN);
  }

  /** Looks at everything again the next time: a lease may have ended, or something was replayed. */
  synchronized void lookAtEverything() {
    low = Instant.EPOCH;
  }
}
