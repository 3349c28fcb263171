package io.iamplane.signin;

import io.iamplane.shared.Caller;

/** Enforces the ceilings of sign-in, for the present request. */
public interface SignInAdmission {

  /** The origin of the request. */
  Caller.Origin origin();

  /** Returns true if the address of the request failed too often. */
  boolean isSuspect();

  /**
   * Counts one code against a person's limit per minute.
   *
   * @param person the owner of the session
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS above the limit
   */
  void signedIn(String person);

  /** Counts a session that is not there as a failed authentication of the address. */
  void refused();
}
