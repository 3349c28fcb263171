package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The refresh tokens that came of one code, of which the last one counts.
 *
 * @param id names the family in records; it opens nothing
 * @param keyThumbprint the key whose proof must come with each token (RFC 9449, section 5); null
 *     for none
 * @param secretHash of the token that counts
 * @param previousHash of the one before it; null for the first token
 * @param rotatedAt the first use of the one before; null for the first token
 * @param aal of the session when the family's code was made, which no token of it exceeds
 * @param policyVersion of the organization, at which the family began
 * @param ended true if a later version ended all tokens of the client
 */
record RefreshFamily(
    UUID id,
    OrganizationId organization,
    UUID session,
    UserId user,
    String clientId,
    SortedSet<String> scopes,
    @Nullable String keyThumbprint,
    byte[] secretHash,
    byte @Nullable [] previousHash,
    @Nullable Instant rotatedAt,
    Aal aal,
    long policyVersion,
    boolean ended) {

  /** Returns true for the token that counts. */
  boolean counts(byte[] presentedHash) {
    return MessageDigest.isEqual(presentedHash, secretHash);
  }

  /**
   * Returns true for the token that counts, and for the one before it, if its first use was not
   * before {@code since}: who uses it again has lost the answer.
   */
  boolean takes(byte[] presentedHash, Instant since) {
    return counts(presentedHash)
        || (previousHash != null
            && rotatedAt != null
            && !rotatedAt.isBefore(since)
            && MessageDigest.isEqual(presentedHash, previousHash));
  }

  /** Returns true for the key that the family is bound to, and for any if it is bound to none. */
  boolean takesKey(@Nullable String presented) {
    return keyThumbprint == null || keyThumbprint.equals(presented);
  }

  SubjectRef subject() {
    return user.subject();
  }
}
