package io.iamplane.audit.verification;

import io.iamplane.audit.verifier.Verification;
import java.util.List;

/**
 * What is known of a chain: what a verification found now, and what earlier ones found that no
 * operator has acknowledged.
 *
 * @param open a finding of this verification is among them, once it is kept
 */
public record VerifiedChain(Verification verification, List<OpenFinding> open) {

  public VerifiedChain {
    open = List.copyOf(open);
  }

  /** Whether nothing is found now, and nothing is open. */
  public boolean valid() {
    return verification.valid() && open.isEmpty();
  }
}
