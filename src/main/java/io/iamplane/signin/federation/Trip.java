package io.iamplane.signin.federation;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import java.time.Instant;

/** A person's way to a provider and back for an authorization request, with PKCE's verifier. */
record Trip(
    OrganizationId organization,
    String issuer,
    Secret nonce,
    Secret verifier,
    Instant at,
    String request) {}
