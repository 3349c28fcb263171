package io.iamplane.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the token endpoint needs to know of a client, in one read.
 *
 * @param secret one that matches nothing when the client has keys
 * @param previous the secret before a rotation, while its period of grace lasts; else null
 * @param active whether neither the client's organization nor its subject is suspended
 * @param platform whether that organization is the platform
 * @param keys null when the client has a secret
 * @param policyVersion the version of the organization's policy at which all of this held
 */
record ClientRow(
    Client client,
    SecretHash secret,
    @Nullable Previous previous,
    boolean active,
    boolean platform,
    @Nullable JsonWebKeys keys,
    long policyVersion) {

  record Previous(SecretHash secret, Instant expiresAt) {}
}
