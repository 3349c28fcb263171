package io.iamplane.governance.leastprivilege.proof;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * The result of replaying recorded decisions with a change.
 *
 * @param from the beginning of the window
 * @param until the end of the window, exclusive
 * @param completeFrom every decision since this time was read
 * @param decisions the number of decisions read
 * @param replayed the number of these that a removed permit allows, and that were replayed with the
 *     change
 * @param newlyDenied the number of these that the change would deny, or that lack recorded inputs
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

  /** Returns true if no decision read so far would be denied. */
  public boolean losesNothing() {
    return newlyDenied == 0;
  }

  /** Returns true if all decisions were read and none would be denied. */
  public boolean holds() {
    return losesNothing() && !completeFrom.isAfter(from);
  }

  /** The same for a window that begins later. */
  public Proof within(Instant newFrom) {
    return newFrom.isAfter(from)
        ? new Proof(newFrom, until, completeFrom, decisions, replayed, newlyDenied)
        : this;
  }
}
