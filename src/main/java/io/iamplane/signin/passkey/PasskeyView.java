package io.iamplane.signin.passkey;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A passkey as the wire shows it.
 *
 * @param name the owner's own; null until they give one
 * @param backupEligible true if its owner's other devices may get it
 * @param backedUp true if they have, at the last use
 * @param lastUsedAt null before the first sign-in
 */
@RegisterForReflection
public record PasskeyView(
    String id,
    String user,
    @Nullable String name,
    boolean backupEligible,
    boolean backedUp,
    Instant createdAt,
    @Nullable Instant lastUsedAt) {}
