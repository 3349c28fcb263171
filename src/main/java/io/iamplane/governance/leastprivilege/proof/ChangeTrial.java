package io.iamplane.governance.leastprivilege.proof;

import io.iamplane.decision.PolicyView;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import java.time.Instant;

/** The trial of one change, and its result. For one thread. */
public final class ChangeTrial {

  private final Candidate candidate;
  private final PolicyView after;
  private long replayed;
  private long newlyDenied;
  private Proof proof;

  /** Begins a trial of the policy {@code after} the change, which continues a proof. */
  public ChangeTrial(Candidate candidate, PolicyView after, Proof before) {
    this.candidate = candidate;
    this.after = after;
    this.proof = before;
  }

  public Candidate candidate() {
    return candidate;
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
    add(until, proof.completeFrom(), decisions);
  }

  /** Adds the decisions before the proof. */
  public void earlier(Instant from, long decisions) {
    add(proof.until(), from, decisions);
  }

  private void add(Instant until, Instant completeFrom, long decisions) {
    proof =
        new Proof(
            proof.from(),
            until,
            completeFrom,
            proof.decisions() + decisions,
            proof.replayed() + replayed,
            proof.newlyDenied() + newlyDenied);
    replayed = 0;
    newlyDenied = 0;
  }

  public Proof proof() {
    return proof;
  }
}
