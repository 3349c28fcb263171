package io.iamplane.token;

import io.iamplane.key.Es256;
import io.iamplane.shared.IamException;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Verifies a bounded number of signatures at once: forged ones shall not take every core. */
public final class SignatureTurns {

  private final Semaphore turns;
  private final Duration deadline;

  public SignatureTurns(TokenConfig config) {
    this.turns = new Semaphore(config.verifyConcurrency(), true);
    this.deadline = config.verifyDeadline();
  }

  /**
   * Whether the signature is the key's. May wait: off the event loop only.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when the turn did not come in time
   */
  public boolean verify(ECPublicKey key, CompactJws jws) {
    if (!take()) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("no turn to verify a token within " + deadline));
    }
    try {
      return Es256.verify(key, jws.signingInput(), jws.signature());
    } finally {
      turns.release();
    }
  }

  private boolean take() {
    try {
      return turns.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
