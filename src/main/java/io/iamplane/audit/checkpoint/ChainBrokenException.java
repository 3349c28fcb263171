package io.iamplane.audit.checkpoint;

import io.iamplane.chain.verifier.Verification;

/** A chain does not hold, so nothing is signed about it. */
public final class ChainBrokenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Verification verification;

  ChainBrokenException(Verification verification) {
    super("the audit chain of " + verification.organization() + " is broken");
    this.verification = verification;
  }

  public Verification verification() {
    return verification;
  }
}
