package io.iamplane.directory.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A client as the token endpoint needs it, in one read.
 *
 * @param secret one that matches nothing if the client has keys
 * @param previous the secret before a rotation, while its period of grace lasts; else null
 * @param active true if neither the client's organization nor its subject is suspended
 * @param keys null if the client has a secret
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
