package io.iamplane.signin;

import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Enforces the ceilings of sign-in, for the present request. Limits are per minute; the methods
 * that count against one throw TOO_MANY_REQUESTS above it.
 */
public interface SignInAdmission {

  Caller.Origin origin();

  /** Returns true if the address of the request failed too often. */
  boolean isSuspect();

  /** Counts one request that begins a sign-in against the limit of the address. */
  void begun();

  /** Counts one code against the limit of the owner of the session. */
  void signedIn(String person);

  /** Counts one authenticator that is not allowed against a person's limit. */
  void refusedDevice(String person);

  /** Counts one pushed request against the limit of the address. */
  void pushed();

  /** Counts one question to a foreign identity provider against the limit of the address. */
  void federated();

  /**
   * Runs a look-up of something secret; for an address that failed too often, in a small queue, so
   * that guesses hold two connections at most. Throws TOO_MANY_REQUESTS when that is full or slow.
   */
  <T> T lookUp(Supplier<T> work);

  /**
   * Runs a look-up of a random secret; for an address that failed too often, in the same queue, and
   * a few times a minute if the secret was not made here as one of its kind, or has ended.
   *
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS when that queue is full or slow, or
   *     the address has guessed too often
   */
  <T> Optional<T> lookUp(SecretKind kind, Secret secret, Supplier<Optional<T>> work);

  /** Counts a bad credential, or a missing session, as a failed authentication of the address. */
  void refused();
}
