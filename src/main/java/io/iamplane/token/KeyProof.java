package io.iamplane.token;

import io.iamplane.shared.OrganizationId;
import org.jspecify.annotations.Nullable;

/**
 * A client's proof that it has a key (DPoP, RFC 9449). It is looked at once the client, the code or
 * the refresh token of its request is known: strangers cost no signature and no memory.
 */
@FunctionalInterface
public interface KeyProof {

  /** The proof of a request without one. */
  KeyProof NONE = (_, _) -> null;

  /**
   * Verifies the proof and uses it up, before anything else is used up or made. May wait: off the
   * event loop only.
   *
   * @param organization whose places and memory it takes
   * @param account whose share it takes at an address that failed too often
   * @return the thumbprint of the key; null without a proof
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS, or DEPENDENCY_UNAVAILABLE
   * @throws RuntimeException the endpoint's refusal of a bad proof
   */
  @Nullable String use(OrganizationId organization, String account);
}
