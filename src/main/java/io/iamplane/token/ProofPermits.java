package io.iamplane.token;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Shares;
import java.util.function.BooleanSupplier;

/**
 * Verifies a bounded number of proofs at once. Each request with a bound token comes here, so that
 * an owner has as many places as it leaves free: half of them alone, and equal parts beside others,
 * which still find some.
 */
final class ProofPermits {

  /** The places of all: the last of them waits some 12 ms for a processor's turn. */
  static final int PLACES = 256;

  private final SignaturePermits turns;
  private final Shares<String> inside = new Shares<>(PLACES, 1);

  ProofPermits(TokenConfig config) {
    this.turns = SignaturePermits.ofProofs(config, PLACES);
  }

  /**
   * Runs a verification in its turn. May wait: off the event loop only.
   *
   * @throws IamException TOO_MANY_REQUESTS for an owner of too many; DEPENDENCY_UNAVAILABLE if no
   *     permit came free in time
   */
  boolean run(String owner, BooleanSupplier verification) {
    if (!inside.take(owner)) {
      throw IamException.of(
              ErrorCode.TOO_MANY_REQUESTS, "Too many DPoP proofs are verified at once.")
          .with("retry_after", "1");
    }
    try {
      return turns.run(verification::getAsBoolean);
    } finally {
      inside.giveBack(owner);
    }
  }

  /** The number of owners with a verification on its way. */
  int owners() {
    return inside.owners();
  }
}
