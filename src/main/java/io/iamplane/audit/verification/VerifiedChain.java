package io.iamplane.audit.verification;

import io.iamplane.audit.verifier.SealedDecisions;
import io.iamplane.audit.verifier.Verification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a chain: what a verification found now, and what earlier ones found that no
 * operator has acknowledged.
 *
 * @param open the findings of this verification are among them, once they are kept
 * @param decisions what was compared with seals; null where the chain does not hold
 */
public record VerifiedChain(
    Verification verification,
    List<OpenFinding> open,
    SealedDecisions.@Nullable Checked decisions) {

  public VerifiedChain {
    open = List.copyOf(open);
  }

  /** Whether all was compared that was to be, nothing is found now, and nothing is open. */
  public boolean valid() {
    return verification.valid() && open.isEmpty() && (decisions == null || decisions.complete());
  }
}
