package io.iamplane.oauth;

import io.iamplane.shared.IamException;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.token.DpopRefusedException;
import java.util.function.Supplier;

/** Enforces the ceilings of the OAuth endpoints. An authenticated client is never locked out. */
public interface TokenAdmission extends SignInAdmission {

  /**
   * Takes one verification of a signature of those that are left to a suspect, which {@link
   * #proved} returns when it was right; throws TOO_MANY_REQUESTS when none is left.
   */
  void takeShare(String claimedClient);

  /** Records that a client authenticated; each of its people has a limit of their own. */
  void proved(String clientId);

  /**
   * Records that a client authenticated, and counts one request against its limit per minute, above
   * which it throws TOO_MANY_REQUESTS.
   */
  void proved(String clientId, OAuthUse use);

  /**
   * Runs the check of a DPoP proof, which counts as a failed authentication of the address until it
   * succeeds; beyond its failures the account has a share of such checks.
   *
   * @param account of a client, code or refresh token that is known already
   * @throws IamException TOO_MANY_REQUESTS when none is left, or from the check
   * @throws DpopRefusedException from the check
   */
  String proving(String account, Supplier<String> check);
}
