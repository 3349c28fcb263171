package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.retry.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.IntSupplier;

/**
 * What one worker knows of one webhook: whether there may be something to claim, and how its
 * receiver does.
 */
public final class WebhookQueue {

  /** What is written now may bear a time of a little while ago, and be seen a little later. */
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

  /** Of a webhook to which nothing is on its way. */
  WebhookQueue(OrganizationId organization, int bound, Duration breakerPause) {
    this(organization, bound, breakerPause, () -> 0);
  }

  /**
   * Of a webhook.
   *
   * @param bound how many requests at once
   * @param open how many claimed deliveries wait for their request or have it under way
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

  /** Whether a try that was claimed may still be made. */
  public synchronized boolean mayTry() {
    return breaker.state() != CircuitBreaker.State.OPEN;
  }

  /** How many more may be claimed; claims of a half-open breaker are to be used or given back. */
  synchronized int admit(long ticks) {
    if (resting && ticks - restsUntil < 0) {
      return 0;
    }
    resting = false;
    return breaker.admit((quick ? bound * AHEAD : bound) - open.getAsInt(), ticks);
  }

  /** Nothing was claimed of what was admitted. */
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

  /** What was due before this was claimed already: a scan need not pass over it again. */
  synchronized Instant low() {
    return low;
  }

  synchronized void seen(Instant upTo) {
    low = upTo.minus(MARGIN);
  }

  /** What is due is about to be claimed; who learns of more meanwhile says so after this. */
  synchronized void asked() {
    more = false;
  }

  /** Looks at everything again the next time: a lease may have ended, or something was replayed. */
  synchronized void lookAtEverything() {
    low = Instant.EPOCH;
    more = true;
  }
}
