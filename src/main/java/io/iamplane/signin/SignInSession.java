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
import org.jspecify.annotations.Nullable;

/**
 * The session of an active person in one browser.
 *
 * @param id names the session but does not grant access to it
 * @param policyVersion of the organization, at which the person was active
 * @param amr the methods of authentication (RFC 8176)
 * @param authenticatedAt null if unknown
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
    @Nullable Instant authenticatedAt,
    Instant usedAt,
    Instant endsAt,
    Instant expiresAt) {

  /** Returns true if the organization's identity provider authenticated the person. */
  public boolean isFederated() {
    return amr.contains(SignInProof.FEDERATED);
  }

  /** Returns true if the person authenticated at a time or later, for all that is known. */
  boolean isAuthenticatedSince(Instant time) {
    return authenticatedAt != null && !authenticatedAt.isBefore(time);
  }

  /** The same session with a level of assurance that is not above another. */
  SignInSession atMost(Aal most) {
    return aal.compareTo(most) <= 0
        ? this
        : new SignInSession(
            id,
            organization,
            platform,
            user,
            policyVersion,
            most,
            amr,
            authenticatedAt,
            usedAt,
            endsAt,
            expiresAt);
  }

  SubjectRef subject() {
    return user.subject();
  }

  /** The person as the caller of a request from that origin. */
  Caller caller(Caller.Origin origin) {
    return new Caller(
        organization,
        platform,
        subject(),
        SignInClients.PANEL,
        aal,
        origin,
        new Caller.Token(policyVersion, Set.of(), null));
  }
}
