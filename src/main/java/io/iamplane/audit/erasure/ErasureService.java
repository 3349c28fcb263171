package io.iamplane.audit.erasure;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.erasure.DecisionErasures;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Erases a person, as data protection law may demand (GDPR, article 17): the values that the audit
 * log keeps apart with their salts, the copies in announcements and in earlier versions of the
 * policy, and the user's own row. Records about the person go from the log of decisions afterwards.
 * The rest names no person, and every proof and the whole chain still verify.
 */
@Singleton
public class ErasureService {

  private static final Logger LOG = Logger.getLogger(ErasureService.class);

  private final ErasureStore store;
  private final UserService users;
  private final OrganizationService organizations;
  private final Changes changes;
  private final Transactions transactions;
  private final CopyErasure copies;
  private final DecisionErasures decisions;

  ErasureService(
      ErasureStore store,
      UserService users,
      OrganizationService organizations,
      Changes changes,
      Transactions transactions,
      CopyErasure copies,
      DecisionErasures decisions) {
    this.store = store;
    this.users = users;
    this.organizations = organizations;
    this.changes = changes;
    this.transactions = transactions;
    this.copies = copies;
    this.decisions = decisions;
  }

  /**
   * The part of a record about places that still name the erased person.
   *
   * @param remaining how many
   */
  @RegisterForReflection
  record AcceptedRemainder(int remaining) {}

  private static final class RehearsedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RehearsedException() {
      super("rehearsed", null, false, false);
    }
  }

  /** The record of an erasure of an actor that is not in the directory. */
  @RegisterForReflection
  record ErasedValues(int values) {}

  /**
   * Erases a user of the organization's directory.
   *
   * @throws IamException as {@link #erase} does
   */
  public ErasureView eraseUser(
      Caller caller, OrganizationId organization, SubjectRef reference, boolean acceptRemaining) {
    if (!reference.type().equals(SubjectRef.USER)
        || users.find(organization, reference.id()).isEmpty()) {
      throw IamException.validation(
          "subject", "must be an existing user, by id or external_id, such as user:ann");
    }
    return erase(caller, organization, reference, acceptRemaining);
  }

  /**
   * Erases a subject of an organization. A user is emptied and suspended too, or the next change of
   * it would write the values again. Done again, it only looks for decisions by the person's id
   * that were recorded since. Values of a person of the platform in the chains of tenants are
   * erased there as well, each recorded in its own chain.
   *
   * @param reference a user by id or external id, or any actor of a record
   * @param acceptRemaining true to go on although places that this must not change name the user
   * @throws IamException VALIDATION naming {@code subject} if nothing is known of it; CONFLICT if
   *     it is the caller, if a rule keeps the user, such as the last administrator, or with the
   *     places that remain if those are not accepted
   */
  public ErasureView erase(
      Caller caller, OrganizationId organization, SubjectRef reference, boolean acceptRemaining) {
    Optional<User> user =
        reference.type().equals(SubjectRef.USER)
            ? users.find(organization, reference.id())
            : Optional.empty();
    SubjectRef subject = user.map(User::subject).orElse(reference);
    if (subject.equals(caller.subject()) && caller.organization().equals(organization)) {
      throw IamException.conflict("You cannot erase yourself; ask another administrator.");
    }
    boolean inTenants = isPlatform(organization);
    if (user.isEmpty() && !isKnown(organization, subject, inTenants)) {
      throw IamException.validation(
          "subject", "unknown id or external_id, and no record has personal values for it");
    }
    ErasureView erasure =
        user.isPresent()
            ? user(caller, organization, user.get(), acceptRemaining)
            : ErasureView.values(subject, values(caller, organization, subject));
    return inTenants ? erasure.plus(inTenants(caller, subject)) : erasure;
  }

  private ErasureView user(
      Caller caller, OrganizationId organization, User user, boolean acceptRemaining) {
    SubjectRef subject = user.subject();
    if (user.erased() && !holdsValues(organization, subject)) {
      decisions.beginAgain(organization, user);
      return withDecisions(ErasureView.values(subject, 0), organization, user);
    }
    CopyErasure.Found found = copies.look(organization, user);
    requireAccepted(found.remainder(), acceptRemaining);
    if (!transactions.active()) {
      rehearse(Change.policy(caller, organization, recording -> users.erase(recording, user.id())));
    }
    CopyErasure.Swept swept = copies.sweep(found);
    Attempt erased =
        changes.record(
            Change.policy(
                caller,
                organization,
                recording -> user(recording, user.id(), swept.found(), acceptRemaining)));
    int echoes = copies.echoes(found);
    if (erased.remainder().count() > 0) {
      tell(caller, organization, subject, erased.remainder());
    }
    return withDecisions(erased.erasure().withCopies(swept.copies() + echoes), organization, user);
  }

  private ErasureView withDecisions(ErasureView erasure, OrganizationId organization, User user) {
    return erasure.withDecisions(decisions.of(organization, user).orElse(null));
  }

  /** The result of an erasure, should it commit. */
  private record Attempt(ErasureView erasure, Remainder remainder) {}

  /** A rule that keeps the user must refuse before any copy is gone: nothing of this stays. */
  private void rehearse(Change<?> erasure) {
    try {
      transactions.run(() -> {
        changes.record(erasure);
        throw new RehearsedException();
      });
    } catch (RehearsedException expected) {
      LOG.debug("no rule prevents the erasure");
    }
  }

  private Attempt user(
      Recording recording, UserId id, CopyErasure.Found found, boolean acceptRemaining) {
    User user = users.get(recording.organization(), id.toString());
    SubjectRef subject = user.subject();
    Blanking blanking = found.search().blanking();
    CopyErasure.Swept swept = copies.finish(found);
    Remainder remainder = swept.found().remainder();
    int copied =
        swept.copies()
            + store.blankGrants(
                recording, swept.found().grants(), swept.found().search().names().patterns());
    requireAccepted(remainder, acceptRemaining);
    int messages = store.blankMessages(recording, user.id(), blanking);
    int images = store.blankChanges(recording, user.id(), blanking);
    int values = store.deleteValues(recording, subject);
    users.erase(recording, user.id());
    decisions.begin(recording, user);
    return new Attempt(
        new ErasureView(
            subject.toString(), values, messages, images, copied, remainder.places(), null),
        remainder);
  }

  private static void requireAccepted(Remainder remainder, boolean accepted) {
    if (remainder.count() > 0 && !accepted) {
      throw IamException.conflict(
          ("%d places would still name the person: %s. Change or remove those that you can and "
                  + "try again, or erase the rest with 'accept_remaining'.")
              .formatted(remainder.count(), String.join(", ", remainder.places())));
    }
  }

  /** The chain says that something was left, and how much; the answer says where. */
  private void tell(
      Caller caller, OrganizationId organization, SubjectRef subject, Remainder remainder) {
    changes.record(
        Change.operational(
            caller,
            organization,
            recording -> {
              recording.add(
                  Effect.created(
                      EventType.SUBJECT_ERASED,
                      subject.type(),
                      subject.id(),
                      new AcceptedRemainder(remainder.count())));
              return true;
            }));
  }

  private int values(Caller caller, OrganizationId organization, SubjectRef subject) {
    return changes.record(
        Change.operational(
            caller,
            organization,
            recording -> {
              int values = store.deleteValues(recording, subject);
              if (values > 0) {
                recording.add(
                    Effect.created(
                        EventType.SUBJECT_ERASED,
                        subject.type(),
                        subject.id(),
                        new ErasedValues(values)));
              }
              return values;
            }));
  }

  private int inTenants(Caller caller, SubjectRef subject) {
    return organizations.all().stream()
        .filter(each -> each.kind() == Organization.Kind.TENANT)
        .filter(tenant -> holdsValues(tenant.id(), subject))
        .mapToInt(tenant -> values(caller, tenant.id(), subject))
        .sum();
  }

  private boolean isKnown(OrganizationId organization, SubjectRef subject, boolean inTenants) {
    return holdsValues(organization, subject)
        || (inTenants
            && organizations.all().stream().anyMatch(each -> holdsValues(each.id(), subject)));
  }

  private boolean holdsValues(OrganizationId organization, SubjectRef subject) {
    return transactions.call(() -> store.holdsValues(organization, subject));
  }

  private boolean isPlatform(OrganizationId organization) {
    return organizations.platform().map(Organization::id).filter(organization::equals).isPresent();
  }
}
