package io.iamplane.signin.federation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;

/**
 * The OpenID provider of an organization, without the secret; the image in audit records and
 * events.
 *
 * @param issuer as in its ID tokens, to the character
 * @param clientId of this service at the provider
 * @param idTokenAlg the one algorithm of its ID tokens (RFC 7518, section 3.1)
 * @param scopes asked for besides {@code openid}
 */
@RegisterForReflection
record IdentityProvider(
    String name,
    String issuer,
    String clientId,
    IdTokenAlg idTokenAlg,
    List<String> scopes,
    ClaimRules rules,
    long revision,
    Instant createdAt) {

  /** Returns true if both are the same but for revision and time. */
  boolean says(IdentityProvider other) {
    return equals(
        new IdentityProvider(
            other.name,
            other.issuer,
            other.clientId,
            other.idTokenAlg,
            other.scopes,
            other.rules,
            revision,
            createdAt));
  }
}
