package io.iamplane.token;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Verifies a bounded number of proofs at once. Each request with a bound token comes here, so that
 * an owner has half of the places: the others get theirs while it floods.
 */
final class ProofPermits {

  /** The places of all: the last of them waits some 12 ms for a processor's turn. */
  static final int PLACES = 256;

  static final int PLACES_OF_AN_OWNER = PLACES / 2;

  private final SignaturePermits turns;
  private final SignaturePermits suspects = SignaturePermits.ofSuspects();
  private final Map<String, Integer> inside = new ConcurrentHashMap<>();

  ProofPermits(TokenConfig config) {
    this.turns = SignaturePermits.ofProofs(config, PLACES);
  }

  /**
   * Runs a verification in its turn. May wait: off the event loop only.
   *
   * @param suspect true for an address that failed too often: it waits in a small queue
   * @throws IamException TOO_MANY_REQUESTS for an owner of too many, or a suspect; otherwise
   *     DEPENDENCY_UNAVAILABLE if no permit came free in time
   */
  boolean run(String owner, boolean suspect, BooleanSupplier verification) {
    if (suspect) {
      return suspects.run(verification::getAsBoolean);
    }
    try {
      if (inside.merge(owner, 1, Integer::sum) > PLACES_OF_AN_OWNER) {
        throw IamException.of(
                ErrorCode.TOO_MANY_REQUESTS, "Too many DPoP proofs are verified at once.")
            .with("retry_after", "1");
      }
      return turns.run(verification::getAsBoolean);
    } finally {
      inside.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** The number of owners with a verification on its way. */
  int owners() {
    return inside.size();
  }
}
