package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The public facts of a signing key: the image in audit records and events.
 *
 * @param kid the JWK thumbprint of its public part (RFC 7638)
 * @param alg the JWS algorithm
 * @param activatedAt the time of its first signature; null before
 * @param activatedEarly true if it had to sign before every verifier could know it
 * @param supersededAt the time at which another key took its place; null before
 * @param endedAt the time of its retirement or revocation; null before
 * @param revocationReason in the record of the revocation, and kept nowhere else
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SigningKey(
    String kid,
    KeyPurpose purpose,
    String alg,
    KeyStatus status,
    Instant publishedAt,
    @Nullable Instant activatedAt,
    boolean activatedEarly,
    @Nullable Instant supersededAt,
    @Nullable Instant endedAt,
    @Nullable String revocationReason) {

  static SigningKey of(KeyPurpose purpose, KeyState state, @Nullable String revocationReason) {
    return new SigningKey(
        state.kid(),
        purpose,
        KeyAlgorithm.of(purpose).alg(),
        state.status(),
        state.publishedAt(),
        state.activatedAt(),
        state.early(),
        state.supersededAt(),
        state.endedAt(),
        revocationReason);
  }

  KeyState state() {
    return new KeyState(
        kid, status, publishedAt, activatedAt, activatedEarly, supersededAt, endedAt);
  }
}
