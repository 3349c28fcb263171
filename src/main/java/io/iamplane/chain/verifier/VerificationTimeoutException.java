package io.iamplane.chain.verifier;

/** A verification took longer than it was given. Nothing was found to be wrong until then. */
public final class VerificationTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public VerificationTimeoutException(long seq) {
    super("timed out at record " + seq);
  }
}
