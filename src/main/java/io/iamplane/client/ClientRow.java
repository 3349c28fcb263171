package io.iamplane.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the token endpoint needs to know of a client, in one read.
 *
 * @param secret one that matches nothing when the client has keys
 * @param previous the secret before a rotation, while its period of grace lasts; else null
 * @param organizationActive whether the client's organization is not suspended
 * @param platform whether that organization is the platform
 * @param keys null when the client has a secret
 */
record ClientRow(
    Client client,
    SecretHash secret,
    @Nullable Previous previous,
    boolean organizationActive,
    boolean platform,
    @Nullable JsonWebKeys keys) {

  record Previous(SecretHash secret, Instant expiresAt) {}
}
