package io.iamplane.key;

import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one read of the keys gave.
 *
 * @param verifying public keys by name, in the order of publication
 * @param signer null when no key is active, or the active one cannot be unwrapped
 * @param signingSince when the active key became so; null when none is
 * @param earlyActivations how many keys ever had to sign before every verifier could know them
 */
record Ring(
    Map<String, ECPublicKey> verifying,
    @Nullable TokenSigner signer,
    @Nullable Instant signingSince,
    int earlyActivations) {}
