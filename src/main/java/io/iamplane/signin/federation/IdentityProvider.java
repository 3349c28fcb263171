package io.iamplane.signin.federation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The OpenID provider of an organization, without the secret; the image in audit records and
 * events.
 *
 * @param issuer as in its ID tokens, to the character
 * @param clientId of this service at the provider
 * @param tokenEndpointAuthMethod null: the first of {@code client_secret_basic} and {@code
 *     client_secret_post} that the provider takes
 * @param idTokenAlg the one algorithm of its ID tokens (RFC 7518, section 3.1)
 * @param scopes asked for besides {@code openid}
 * @param closing true while it is being removed or replaced: no one signs in by it
 */
@RegisterForReflection
record IdentityProvider(
    String name,
    String issuer,
    String clientId,
    @Nullable TokenAuthMethod tokenEndpointAuthMethod,
    IdTokenAlg idTokenAlg,
    List<String> scopes,
    ClaimRules rules,
    boolean closing,
    long revision,
    Instant createdAt) {

  /** Returns true if this service proves itself by a secret there. */
  boolean hasSecret() {
    return tokenEndpointAuthMethod != TokenAuthMethod.NONE;
  }

  /** Returns true if both are the same but for revision and time. */
  boolean says(IdentityProvider other) {
    return equals(other.with(other.closing, revision, createdAt));
  }

  /** The next revision, by which no one signs in. */
  IdentityProvider closed() {
    return with(true, revision + 1, createdAt);
  }

  private IdentityProvider with(boolean newClosing, long newRevision, Instant newCreatedAt) {
    return new IdentityProvider(
        name,
        issuer,
        clientId,
        tokenEndpointAuthMethod,
        idTokenAlg,
        scopes,
        rules,
        newClosing,
        newRevision,
        newCreatedAt);
  }
}
