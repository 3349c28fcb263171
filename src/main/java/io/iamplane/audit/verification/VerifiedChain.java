package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.Verification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a chain: the result of a verification, and earlier findings that no operator has
 * acknowledged.
 *
 * @param open includes the findings of this verification, once they are kept
 * @param decisions the comparison with seals; null if the chain does not hold
 */
public record VerifiedChain(
    Verification verification,
    List<OpenFinding> open,
    SealedDecisions.@Nullable Checked decisions) {

  public VerifiedChain {
    open = List.copyOf(open);
  }

  /** Returns true if the comparison was complete, found nothing, and no finding is open. */
  public boolean valid() {
    return verification.valid() && open.isEmpty() && (decisions == null || decisions.complete());
  }
}
