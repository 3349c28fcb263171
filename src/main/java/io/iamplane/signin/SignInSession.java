package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * The session of an active person in one browser.
 *
 * @param id names the session but does not grant access to it
 * @param policyVersion of the organization, at which the person was active
 * @param proof of its latest sign-in
 * @param endsAt the end without further use, if that is before {@code expiresAt}
 */
public record SignInSession(
    UUID id,
    OrganizationId organization,
    boolean platform,
    UserId user,
    long policyVersion,
    SignInProof proof,
    Instant usedAt,
    Instant endsAt,
    Instant expiresAt) {

  /** The same session with a level of assurance that is not above another. */
  SignInSession atMost(Aal most) {
    SignInProof weaker = proof.atMost(most);
    return new SignInSession(
        id, organization, platform, user, policyVersion, weaker, usedAt, endsAt, expiresAt);
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
        proof.aal(),
        origin,
        new Caller.Token(policyVersion, Set.of(), null));
  }
}
