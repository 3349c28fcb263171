package io.iamplane.signin;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Begins sessions of authenticated people, and renews them. */
@Singleton
public class SignIns {

  private final Sessions sessions;
  private final SessionEnds ends;
  private final SessionStore store;
  private final RandomSecrets secrets;
  private final SignInAdmission admission;
  private final Changes changes;

  SignIns(
      Sessions sessions,
      SessionEnds ends,
      SessionStore store,
      RandomSecrets secrets,
      SignInAdmission admission,
      Changes changes) {
    this.sessions = sessions;
    this.ends = ends;
    this.store = store;
    this.secrets = secrets;
    this.admission = admission;
    this.changes = changes;
  }

  /** A person of an organization. */
  public record Person(OrganizationId organization, UserId user) {

    /** The person as the acting account. */
    public SubjectRef subject() {
      return user.subject();
    }

    /** The person as the caller, by a proof of that level on the way to a client. */
    public Caller caller(String clientId, Aal aal, Caller.Origin origin) {
      return new Caller(organization, false, subject(), clientId, aal, origin);
    }
  }

  /** The use of a proof, such as a passkey, inside the change that begins the session. */
  @FunctionalInterface
  public interface Use {

    /** Writes the use; a reason to refuse it, if there is one. */
    Optional<SignInRefusal.Reason> by(Recording recording);
  }

  /** The session after a sign-in, with the secret for the cookie. */
  public record Entered(SignInSession session, Secret secret) {}

  /**
   * Begins a session, or renews the browser's own of the same person, under a new secret: the
   * author of a planted cookie does not learn it. Another person's session in the browser ends.
   *
   * @param previous the content of the browser's cookie
   * @throws PageException if the person is suspended, or of another organization than the
   *     application, or the use is refused
   * @throws IamException DEPENDENCY_UNAVAILABLE
   */
  public Entered enter(
      AuthorizationRequest request,
      Person person,
      SignInProof proof,
      Optional<Secret> previous,
      Use use) {
    Optional<SignInSession> before = previous.flatMap(sessions::find);
    Optional<SignInSession> own = before.filter(old -> isOf(old, person));
    // Of two at the same time each gives the browser the same secret, whichever answer comes last.
    Secret secret =
        own.flatMap(_ -> previous)
            .map(old -> secrets.after(SecretKind.SESSION, old))
            .orElseGet(() -> secrets.next(SecretKind.SESSION));
    Optional<SignInRefusal.Reason> refusal =
        changes.record(
            Change.operational(
                person.caller(request.clientId(), proof.aal(), admission.origin()),
                person.organization(),
                recording -> {
                  Optional<SignInRefusal.Reason> refused = refusal(recording, request, person, use);
                  if (refused.isPresent()) {
                    recording.add(
                        new SignInRefusal(person.subject(), request.clientId(), refused.get())
                            .effect());
                    return refused;
                  }
                  if (!isRenewed(recording, own, proof, secret)) {
                    sessions.begin(recording, person.user(), request.clientId(), proof, secret);
                  }
                  return Optional.empty();
                }));
    if (refusal.isPresent()) {
      throw new PageException(403, text(refusal.get()));
    }
    before
        .filter(_ -> own.isEmpty())
        .ifPresent(old -> sessions.end(old, old.caller(admission.origin())));
    return sessions
        .find(secret)
        .map(session -> new Entered(session, secret))
        .orElseThrow(() -> new PageException(403, text(SignInRefusal.Reason.SUSPENDED)));
  }

  /**
   * The session goes on, since its end would sign the person out of every application. One that
   * began at the organization's provider ends with it, so that none changes from one kind to the
   * other: who planted it there would keep what came of it.
   */
  private boolean isRenewed(
      Recording recording, Optional<SignInSession> own, SignInProof proof, Secret secret) {
    Optional<SignInSession> present = own.flatMap(each -> present(recording, each, secret));
    if (present.isEmpty()) {
      return false;
    }
    SignInSession old = present.get();
    if (old.proof().isFederated() != proof.isFederated()) {
      ends.end(recording, old.id(), old.user());
      return false;
    }
    return sessions.renew(recording, old, proof, secret);
  }

  /** Reads a session again: a sign-in at the same time may have renewed it, or replaced it. */
  private Optional<SignInSession> present(Recording recording, SignInSession own, Secret secret) {
    return store
        .byId(own.id(), recording.at())
        .or(() -> store.bySecret(RandomSecrets.hash(secret), recording.at()));
  }

  /** A proof is used only where it may open something. */
  private Optional<SignInRefusal.Reason> refusal(
      Recording recording, AuthorizationRequest request, Person person, Use use) {
    if (!request.client().admits(person.organization())) {
      return Optional.of(SignInRefusal.Reason.ANOTHER_ORGANIZATION);
    }
    return mayEnter(person) ? use.by(recording) : Optional.of(SignInRefusal.Reason.SUSPENDED);
  }

  /** Returns true if both the person and the organization are active. */
  public boolean mayEnter(Person person) {
    return store.mayEnter(person);
  }

  private static PageText text(SignInRefusal.Reason reason) {
    return reason == SignInRefusal.Reason.PASSKEY_REUSED
        ? PageText.PASSKEY_REUSED
        : PageText.ACCOUNT_REFUSED;
  }

  private static boolean isOf(SignInSession session, Person person) {
    return session.organization().equals(person.organization())
        && session.user().equals(person.user());
  }
}
