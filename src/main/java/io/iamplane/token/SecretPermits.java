package io.iamplane.token;

import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/**
 * Checks secrets of addresses that failed too often two at a time, in the order of arrival. A check
 * is one read and two hashes: a right secret has its turn within milliseconds, and wrong ones hold
 * two connections at most.
 */
@Singleton
public class SecretPermits {

  private final SignaturePermits turns = SignaturePermits.ofSuspectSecrets();

  /**
   * Runs a check in its turn; waits, so off the event loop only.
   *
   * @throws IamException TOO_MANY_REQUESTS when too many wait, or the turn did not come in time
   */
  public <T> T run(Supplier<T> check) {
    return turns.run(check);
  }
}
