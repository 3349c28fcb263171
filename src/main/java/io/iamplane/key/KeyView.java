package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A signing key as the API shows it; never its private part.
 *
 * @param signsFrom of a standby: the earliest time at which it can sign
 * @param activatedEarly true if a revocation had it sign before every verifier could know it
 * @param retiresAt of a superseded key: the time of its retirement
 * @param endedAt the time of its retirement or revocation
 * @param verifierKey of an audit key: the verifier of checkpoints, in the form of
 *     iam.audit.trusted-keys
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
