package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A code, and all that it is bound to.
 *
 * @param keyThumbprint the key whose proof must come with it (RFC 9449, section 10); null for none
 * @param keepUntil when the row may go: no token that came of the code lives longer
 * @param tokenJti the token that came of it; null before there is one
 * @param reused true if a second use was recorded
 * @param proof of the session when the code was made; no token of it exceeds the level
 * @param policyVersion of the organization, at which the code was made
 * @param ended true if a later version ended all tokens of the client
 */
record AuthorizationCode(
    OrganizationId organization,
    UUID session,
    UserId user,
    String clientId,
    String redirectUri,
    String challenge,
    SortedSet<String> scopes,
    @Nullable String nonce,
    @Nullable String keyThumbprint,
    Instant expiresAt,
    Instant keepUntil,
    @Nullable String tokenJti,
    boolean reused,
    SignInProof proof,
    long policyVersion,
    boolean ended) {

  SubjectRef subject() {
    return user.subject();
  }
}
