package io.iamplane.governance.leastprivilege.proof;

import io.iamplane.decision.PolicyView;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import java.time.Instant;

/** The trial of one change, and its result. For one thread. */
public final class ChangeTrial {

  private final RecommendedChange change;
  private final PolicyView after;
  private long replayed;
  private long newlyDenied;
  private Proof proof;

  /** Begins a trial of the policy {@code after} the change, which continues a proof. */
  public ChangeTrial(RecommendedChange change, PolicyView after, Proof before) {
    this.change = change;
    this.after = after;
    this.proof = before;
  }

  public RecommendedChange change() {
    return change;
  }

  PolicyView after() {
    return after;
  }

  void count(boolean lost) {
    replayed++;
    if (lost) {
      newlyDenied++;
    }
  }

  /** Adds the decisions after the proof. */
  public void later(Instant until, long decisions) {
    proof = proof.later(until, decisions, replayed, newlyDenied);
    replayed = 0;
    newlyDenied = 0;
  }

  /** Adds the decisions before the proof. */
  public void earlier(Instant from, long decisions) {
    proof = proof.earlier(from, decisions, replayed, newlyDenied);
    replayed = 0;
    newlyDenied = 0;
  }

  public Proof proof() {
    return proof;
  }
}
