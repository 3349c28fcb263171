package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A person who signed in, in one browser, and who is active.
 *
 * @param id names it, and does not open it
 * @param platform whether the organization is the platform
 * @param policyVersion of the organization, at which the person was active
 * @param amr how the person proved who they are (RFC 8176)
 * @param endsAt the end without further use, if that is before {@code expiresAt}
 */
public record SignInSession(
    UUID id,
    OrganizationId organization,
    boolean platform,
    UserId user,
    long policyVersion,
    Aal aal,
    List<String> amr,
    Instant authenticatedAt,
    Instant usedAt,
    Instant endsAt,
    Instant expiresAt) {

  SubjectRef subject() {
    return new SubjectRef(SubjectRef.USER, user.toString());
  }

  /** The person, as who asks in a request of that origin. */
  Caller caller(Caller.Origin origin) {
    return new Caller(
        organization,
        platform,
        subject(),
        PublicClients.PANEL,
        aal,
        origin,
        new Caller.Token(policyVersion, Set.of(), null));
  }
}
