package io.iamplane.token;

import java.io.Serial;

/** The refusal of a DPoP proof, with the reason for the client's developer. */
public final class DpopRefusedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Makes a refusal by a fault in printable ASCII without quote, backslash and any input. */
  DpopRefusedException(String fault) {
    // No stack trace: a flood of proofs must stay cheap.
    super(fault, null, false, false);
  }

  /** The refusal of a request that must have one proof, and has none or several. */
  public static DpopRefusedException notOne() {
    return new DpopRefusedException(
        "The request must have exactly one " + DpopProof.NAME + " header.");
  }

  /** The error and its place, as a sentence. */
  public String description() {
    return "The DPoP proof was rejected. " + getMessage();
  }
}
