package io.iamplane.signin.passkey;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.RandomSecrets;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SessionEnds;
import io.iamplane.token.Issuer;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;

/** Invites people to enrol a passkey, by a link that works once. */
@Singleton
public class Invitations {

  static final Duration LIFETIME = Duration.ofHours(24);

  private final UserService users;
  private final InvitationStore store;
  private final PasskeyEnds passkeys;
  private final SessionEnds sessions;
  private final RandomSecrets secrets;
  private final Issuer issuer;

  Invitations(
      UserService users,
      InvitationStore store,
      PasskeyEnds passkeys,
      SessionEnds sessions,
      RandomSecrets secrets,
      Issuer issuer) {
    this.users = users;
    this.store = store;
    this.passkeys = passkeys;
    this.sessions = sessions;
    this.secrets = secrets;
    this.issuer = issuer;
  }

  /** A link that its reader may use once; the URL holds the secret, and only its hash is stored. */
  public record Invitation(User user, Secret url, Instant expiresAt) {}

  /** The image of a link in audit records and events. */
  @RegisterForReflection
  record SentInvitation(UserId user, boolean replacesPasskeys, Instant expiresAt) {}

  /**
   * Makes a link for a person, inside the change that records it; the person's link before ends.
   *
   * @param reference the id or the external id
   * @param replacesPasskeys true if the person's passkeys, sessions and tokens end now, since a
   *     device is lost
   * @throws IamException NOT_FOUND if the organization has no such person; CONFLICT if the person
   *     is suspended
   */
  public Invitation invite(Recording recording, String reference, boolean replacesPasskeys) {
    User user = users.get(recording.organization(), reference);
    if (user.status() != User.Status.ACTIVE) {
      throw IamException.conflict("A suspended user cannot be invited.");
    }
    if (replacesPasskeys) {
      passkeys.removeAll(recording, user.id());
      sessions.endAll(recording, user.id());
      recording.endTokens(TokenHolder.subject(user.subject()));
    }
    Secret secret = secrets.next(SecretKind.INVITATION);
    Instant expiresAt = recording.at().plus(LIFETIME);
    store.put(recording, user.id(), RandomSecrets.hash(secret), expiresAt);
    recording.add(
        Effect.created(
            EventType.USER_INVITED,
            SubjectRef.USER,
            user.id().toString(),
            new SentInvitation(user.id(), replacesPasskeys, expiresAt)));
    String url =
        issuer.url(EnrolmentResource.PATH)
            + "?"
            + EnrolmentResource.INVITATION_FIELD
            + "="
            + secret.reveal();
    return new Invitation(user, new Secret(url), expiresAt);
  }
}
