package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.retry.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.IntSupplier;

/** One worker's knowledge of a webhook: pending work, and the state of its receiver. */
public final class WebhookQueue {

  /** Covers rows with an earlier time that become visible later. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** For a quick receiver more is claimed than may be on its way, so that none waits for claims. */
  private static final int AHEAD = 4;

  private static final long QUICK = Duration.ofMillis(100).toNanos();

  private final OrganizationId organization;
  private final CircuitBreaker breaker;
  private final long rest;
  private final int bound;
  private final Semaphore places;
  private final IntSupplier open;
  private boolean quick;
  private Instant low = Instant.EPOCH;
  private boolean more = true;
  private Instant nextDue = Instant.MAX;
  private long restsUntil;
  private boolean resting;

  /**
   * @param bound the maximum number of concurrent requests
   * @param open counts claimed deliveries with a request to come or under way
   */
  WebhookQueue(OrganizationId organization, int bound, Duration breakerPause, IntSupplier open) {
    this.open = open;
    this.organization = organization;
    this.rest = breakerPause.toNanos();
    this.breaker = new CircuitBreaker(breakerPause);
    this.bound = bound;
    this.places = new Semaphore(bound);
  }

  OrganizationId organization() {
    return organization;
  }

  /** There may be something to claim now. */
  synchronized void more() {
    more = true;
  }

  /** There will be something to claim then. */
  synchronized void dueAt(Instant time) {
    nextDue = time.isBefore(nextDue) ? time : nextDue;
  }

  synchronized boolean mayHaveMore(Instant now) {
    if (!nextDue.isAfter(now)) {
      nextDue = Instant.MAX;
      more = true;
    }
    return more;
  }

  /** Nothing can be sent, for a reason that is not the receiver's and that lasts. */
  synchronized void rest(long ticks) {
    resting = true;
    restsUntil = ticks + rest;
  }

  /** Returns true if the attempt of a claimed delivery is still allowed. */
  public synchronized boolean mayTry() {
    return breaker.state() != CircuitBreaker.State.OPEN;
  }

  /** Returns the number of deliveries to claim; a half-open breaker needs them used or returned. */
  synchronized int admit(long ticks) {
    if (resting && ticks - restsUntil < 0) {
      return 0;
    }
    resting = false;
    return breaker.admit((quick ? bound * AHEAD : bound) - open.getAsInt(), ticks);
  }

  /** Notes that none of the admitted deliveries was claimed. */
  synchronized void unused() {
    breaker.unused();
  }

  /** Waits until a request may go on its way. */
  public void enter() throws InterruptedException {
    places.acquire();
  }

  public void leave() {
    places.release();
  }

  /** A try ended, after so many nanoseconds. */
  public synchronized void ended(boolean success, long took, long ticks) {
    quick = success && took < QUICK;
    breaker.record(success, ticks);
  }

  /** A claim was given up without a try. */
  public synchronized void dropped() {
    quick = false;
  }

  /** The time before which all due deliveries are claimed; a scan can start there. */
  synchronized Instant low() {
    return low;
  }

  synchronized void seen(Instant upTo) {
    low = upTo.minus(MARGIN);
  }

  /** Notes that a claim begins; work that arrives from now on is noted again. */
  synchronized void asked() {
    more = false;
  }

  /** Looks at everything again the next time: a lease may have ended, or something was replayed. */
  synchronized void lookAtEverything() {
    low = Instant.EPOCH;
    more = true;
  }
}
