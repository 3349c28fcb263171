package io.iamplane.key;

import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the keys.
 *
 * @param verifying public keys by name, in the order of publication
 * @param signer null if no key is active, or if the active one cannot be unwrapped
 * @param signingSince the time since which the active key is active; null without one
 * @param earlyActivations the number of keys that ever had to sign before every verifier could know
 *     them
 */
record Ring(
    Map<String, ECPublicKey> verifying,
    @Nullable TokenSigner signer,
    @Nullable Instant signingSince,
    int earlyActivations) {}
