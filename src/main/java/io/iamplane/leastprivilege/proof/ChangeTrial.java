package io.iamplane.leastprivilege.proof;

import io.iamplane.decision.PolicyView;
import io.iamplane.leastprivilege.advice.RecommendedChange;
import io.iamplane.simulation.recorded.RecordedDecision;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One change on trial, and what came of it. For one thread. */
public final class ChangeTrial {

  private final RecommendedChange change;
  private final PolicyView after;
  private long replayed;
  private long newlyDenied;
  private @Nullable UUID example;
  private Proof proof;

  /**
   * Begins.
   *
   * @param after the policy with the change
   * @param before what was proved before
   */
  public ChangeTrial(RecommendedChange change, PolicyView after, Proof before) {
    this.change = change;
    this.after = after;
    this.proof = before;
  }

  /** The change. */
  public RecommendedChange change() {
    return change;
  }

  PolicyView after() {
    return after;
  }

  /** Notes a decision that was asked again. */
  void count(RecordedDecision recorded, boolean lost) {
    replayed++;
    if (lost) {
      newlyDenied++;
      example = recorded.id();
    }
  }

  /** Notes what was decided since the proof was made. */
  public void later(Instant until, long decisions) {
    proof = proof.later(until, decisions, replayed, newlyDenied);
    replayed = 0;
    newlyDenied = 0;
  }

  /** Notes what was decided before that which was proved. */
  public void earlier(Instant from, long decisions) {
    proof = proof.earlier(from, decisions, replayed, newlyDenied);
    replayed = 0;
    newlyDenied = 0;
  }

  /** What is proved. */
  public Proof proof() {
    return proof;
  }

  /** A decision that would be denied; null without one. */
  public @Nullable UUID example() {
    return example;
  }
}
