package io.iamplane.leastprivilege.proof;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * How recorded decisions come out with a change.
 *
 * @param from the first moment whose decisions are asked again
 * @param until the moment after the last
 * @param completeFrom every decision from this moment on was looked at
 * @param decisions how many were looked at
 * @param replayed how many of these are allowed by what the change takes away, and were asked again
 *     with the change
 * @param newlyDenied how many of these the change would deny, or cannot be known about, since their
 *     inputs were not recorded
 */
@RegisterForReflection
public record Proof(
    Instant from,
    Instant until,
    Instant completeFrom,
    long decisions,
    long replayed,
    long newlyDenied) {

  /** Nothing was looked at yet. */
  public static Proof begin(Instant from, Instant until) {
    return new Proof(from, until, until, 0, 0, 0);
  }

  /** Whether nothing is lost, as far as it was looked at. */
  public boolean losesNothing() {
    return newlyDenied == 0;
  }

  /** Whether all was looked at and nothing is lost. */
  public boolean holds() {
    return losesNothing() && !completeFrom.isAfter(from);
  }

  /** The same for a window that begins later. */
  public Proof within(Instant newFrom) {
    return newFrom.isAfter(from)
        ? new Proof(newFrom, until, completeFrom, decisions, replayed, newlyDenied)
        : this;
  }

  /** With what was looked at besides, before it. */
  Proof earlier(Instant reached, long looked, long asked, long lost) {
    return new Proof(
        from, until, reached, decisions + looked, replayed + asked, newlyDenied + lost);
  }

  /** With what was decided since. */
  Proof later(Instant newUntil, long looked, long asked, long lost) {
    return new Proof(
        from, newUntil, completeFrom, decisions + looked, replayed + asked, newlyDenied + lost);
  }
}
