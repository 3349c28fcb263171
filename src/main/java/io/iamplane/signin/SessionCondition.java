package io.iamplane.signin;

/**
 * A condition on living sessions, besides the state of the person and the organization. A session
 * ends at the use at which it does not hold.
 */
public interface SessionCondition {

  /** Returns true if the session still counts. Runs whenever a session is used, off the API. */
  boolean holds(SignInSession session);
}
