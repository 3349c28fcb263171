package io.iamplane.database;

import io.iamplane.shared.IamException;
import org.jspecify.annotations.Nullable;

/**
 * A share of the pool that a {@link SharedTransaction} takes when it first needs a connection; a
 * parcel that another transaction writes needs none. It goes with the transaction from thread to
 * thread.
 */
final class LateShare {

  private final PoolShares shares;
  private PoolShares.@Nullable Share held;
  private @Nullable IamException refusal;

  LateShare(PoolShares shares) {
    this.shares = shares;
  }

  boolean isHeld() {
    return held != null;
  }

  /**
   * Waits for the present request's share. A refusal to one request need not hold for the next, of
   * another organization or at a later time.
   *
   * @throws IamException TOO_MANY_REQUESTS if none came free in time
   */
  void take() {
    try {
      held = shares.enter();
    } catch (IamException e) {
      refusal = e;
      throw e;
    }
  }

  /** The last refusal of the share, if any. */
  @Nullable IamException refusal() {
    return refusal;
  }

  /** The present thread leaves the transaction to another one. */
  void leave() {
    if (held != null) {
      shares.leave();
    }
  }

  /** The present thread goes on with the transaction. */
  void join() {
    if (held != null) {
      shares.join();
    }
  }

  /** Ends it, on the thread that ends the transaction. */
  void giveBack() {
    PoolShares.Share share = held;
    if (share != null) {
      shares.leave();
      share.close();
    }
  }
}
