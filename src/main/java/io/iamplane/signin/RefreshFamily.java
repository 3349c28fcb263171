package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.SortedSet;
import java.util.UUID;

/**
 * The refresh tokens that came of one code, of which the last one counts.
 *
 * @param id names the family in records; it opens nothing
 * @param secretHash of the token that counts
 */
record RefreshFamily(
    UUID id,
    OrganizationId organization,
    UUID session,
    UserId user,
    String clientId,
    SortedSet<String> scopes,
    byte[] secretHash) {

  SubjectRef subject() {
    return new SubjectRef(SubjectRef.USER, user.toString());
  }
}
