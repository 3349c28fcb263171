package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A signing key as the wire shows it; never its private part.
 *
 * @param signsFrom of a key that stands by: when it can sign at the earliest
 * @param activatedEarly whether a revocation had it sign before every verifier could know it
 * @param retiresAt of a key that was superseded: when it is retired
 * @param endedAt when it was retired or revoked
 * @param verifierKey of an audit key: what checkpoints are verified with, as iam.audit.trusted-keys
 *     takes it
 */
@RegisterForReflection
public record KeyView(
    @Schema(examples = "WZCUOBmKsZ9gXfM1YyYHnxqzZ1wmPyJvHgAaRg9ocDo") String kid,
    KeyPurpose purpose,
    @Schema(examples = "ES256") String alg,
    KeyStatus status,
    Instant publishedAt,
    @Nullable Instant signsFrom,
    @Nullable Instant activatedAt,
    boolean activatedEarly,
    @Nullable Instant retiresAt,
    @Nullable Instant endedAt,
    @Nullable String verifierKey) {}
