package io.iamplane.signin.federation;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import java.time.Instant;

/**
 * A person's way to a provider and back, with PKCE's verifier; {@code request} is the authorization
 * request that it is for, as a query.
 */
record Trip(
    OrganizationId organization,
    String issuer,
    Secret nonce,
    Secret verifier,
    Instant at,
    String request) {}
