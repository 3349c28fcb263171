package io.iamplane.token.oauth;

import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;

/** Enforces the ceilings of the OAuth endpoints. An authenticated client is never locked out. */
public interface TokenAdmission {

  /** Whether the request comes from an address that failed to authenticate too often. */
  boolean isSuspect();

  /**
   * Takes one verification of a signature of those that are left to a suspect; returned by {@link
   * #proved} when it was right.
   *
   * @throws IamException TOO_MANY_REQUESTS when none is left
   */
  void takeShare(String claimedClient);

  /**
   * Notes that a client proved itself, and takes one of what its ceiling allows it a minute.
   *
   * @throws IamException TOO_MANY_REQUESTS when it had too many
   */
  void proved(String clientId, OAuthUse use);

  /** Counts what was made up as a failed authentication of the address. */
  void refused();

  /** Where the request came from. */
  Caller.Origin origin();
}
