package io.iamplane.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the token endpoint needs to know of a client, in one read.
 *
 * @param previous the secret before a rotation, while its period of grace lasts; else null
 * @param organizationActive whether the client's organization is not suspended
 * @param platform whether that organization is the platform
 */
record ClientRow(
    Client client,
    SecretHash secret,
    @Nullable Previous previous,
    boolean organizationActive,
    boolean platform) {

  record Previous(SecretHash secret, Instant expiresAt) {}
}
