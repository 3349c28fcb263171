package io.iamplane.oauth;

import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;

/** Enforces the ceilings of the OAuth endpoints. An authenticated client is never locked out. */
public interface TokenAdmission {

  /** Returns true for an address with too many failed authentications. */
  boolean isSuspect();

  /**
   * Takes one verification of a signature of those that are left to a suspect; returned by {@link
   * #proved} when it was right.
   *
   * @throws IamException TOO_MANY_REQUESTS when none is left
   */
  void takeShare(String claimedClient);

  /**
   * Records that a client authenticated, and counts one request against its limit per minute.
   *
   * @throws IamException TOO_MANY_REQUESTS above the limit
   */
  void proved(String clientId, OAuthUse use);

  /** Counts an invalid credential as a failed authentication of the address. */
  void refused();

  /** The origin of the request. */
  Caller.Origin origin();
}
