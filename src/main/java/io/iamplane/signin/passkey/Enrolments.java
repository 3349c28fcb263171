package io.iamplane.signin.passkey;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.EndedSecrets;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageText;
import io.iamplane.signin.RandomSecrets;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInClients;
import io.iamplane.signin.SignInRefusal;
import io.iamplane.signin.SignIns;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Enrols passkeys of invited people. */
@Singleton
class Enrolments {

  static final int MOST_OF_A_PERSON = 20;

  private final PasskeyStore passkeys;
  private final InvitationStore invitations;
  private final UserService users;
  private final SignIns signIns;
  private final SignInAdmission admission;
  private final EndedSecrets ended;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;

  Enrolments(
      PasskeyStore passkeys,
      InvitationStore invitations,
      UserService users,
      SignIns signIns,
      SignInAdmission admission,
      EndedSecrets ended,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.passkeys = passkeys;
    this.invitations = invitations;
    this.users = users;
    this.signIns = signIns;
    this.admission = admission;
    this.ended = ended;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** An invited person with the ids of their present credentials. */
  record Invited(SignIns.Person person, User user, List<byte[]> present) {}

  /** Finds the person that a link invites; throws PageException if it is no longer valid. */
  Invited invited(Secret secret) {
    return admission
        .lookUp(SecretKind.INVITATION, secret, () -> find(secret))
        .orElseThrow(() -> {
          admission.refused();
          return ended();
        });
  }

  private Optional<Invited> find(Secret secret) {
    return transactions.call(() ->
        ended
            .find(SecretKind.INVITATION, secret, hash -> invitations.invited(hash, clock.instant()))
            .filter(signIns::mayEnter)
            .map(person ->
                new Invited(
                    person,
                    users.get(person.organization(), person.user().toString()),
                    passkeys.credentialIds(person))));
  }

  /**
   * Keeps a verified passkey, and uses the link up; throws PageException if that was used
   * meanwhile, or the authenticator is known already.
   */
  void enrol(Invited invited, Secret secret, NewPasskey passkey) {
    SignIns.Person person = invited.person();
    changes.record(
        Change.operational(
            caller(person),
            person.organization(),
            recording -> {
              if (!invitations.take(recording, person.user(), RandomSecrets.hash(secret))) {
                throw ended();
              }
              if (passkeys.credentialIds(person).size() >= MOST_OF_A_PERSON) {
                throw new PageException(409, PageText.PASSKEYS_FULL);
              }
              UUID id = UuidV7.next();
              if (!passkeys.insert(recording, person.user(), id, passkey)) {
                throw new PageException(409, PageText.PASSKEY_IN_USE);
              }
              recording.add(
                  Effect.created(
                      EventType.PASSKEY_CREATED,
                      PasskeyEnds.TARGET,
                      id.toString(),
                      new EnrolledPasskey(id, person.user(), passkey.backupEligible())));
              return null;
            }));
  }

  /**
   * Records that the person came with an authenticator of a kind that is not allowed; throws
   * TOO_MANY_REQUESTS when it came too often: a link may be used with one again without end.
   */
  void refuse(Invited invited) {
    SignIns.Person person = invited.person();
    admission.refusedDevice(person.subject().toString());
    changes.record(
        Change.operational(
            caller(person),
            person.organization(),
            recording ->
                recording.add(
                    new SignInRefusal(
                            person.subject(),
                            SignInClients.PANEL,
                            SignInRefusal.Reason.AUTHENTICATOR_NOT_ALLOWED)
                        .effect())));
  }

  /** A link is one factor. */
  private Caller caller(SignIns.Person person) {
    return person.caller(SignInClients.PANEL, Aal.AAL1, admission.origin());
  }

  private static PageException ended() {
    return new PageException(404, PageText.LINK_OVER);
  }
}
