package io.iamplane.signin;

import io.iamplane.shared.Caller;

/** Enforces the ceilings of sign-in, for the present request. */
public interface SignInAdmission {

  /** Where the request came from. */
  Caller.Origin origin();

  /**
   * Takes one of the codes that a person may ask for in a minute.
   *
   * @param person whom the session is of
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS when there were too many
   */
  void signedIn(String person);

  /** Counts a session that is not there as a failed authentication of the address. */
  void refused();
}
