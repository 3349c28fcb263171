package io.iamplane.audit.verification;

import io.iamplane.audit.verifier.SealedDecisions;
import io.iamplane.audit.verifier.Verification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a chain: what a verification found now, and what earlier ones found that no
 * operator has acknowledged.
 *
 * @param open a finding of this verification is among them, once it is kept
 * @param decisions what was compared with seals; null where something else was found first
 */
public record VerifiedChain(
    Verification verification,
    List<OpenFinding> open,
    SealedDecisions.@Nullable Checked decisions) {

  public VerifiedChain {
    open = List.copyOf(open);
  }

  /** Whether nothing is found now, and nothing is open. */
  public boolean valid() {
    return verification.valid() && open.isEmpty();
  }

  /** The same, with what was compared with seals. */
  VerifiedChain with(SealedDecisions.@Nullable Checked checked) {
    return new VerifiedChain(verification, open, checked);
  }
}
