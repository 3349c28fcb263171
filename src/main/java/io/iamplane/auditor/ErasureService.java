package io.iamplane.auditor;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.audit.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.Organization;
import io.iamplane.directory.OrganizationService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Erases a person, as data protection law may demand (GDPR, article 17): the values that the audit
 * log keeps apart with their salts, the copies in announcements and in earlier versions of the
 * policy, and the user's own row. What is left names nobody, and every proof and the whole chain
 * still verify.
 */
@ApplicationScoped
public class ErasureService {

  private final ErasureStore store;
  private final UserService users;
  private final OrganizationService organizations;
  private final Changes changes;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  ErasureService(
      ErasureStore store,
      UserService users,
      OrganizationService organizations,
      Changes changes,
      Transactions transactions,
      ObjectMapper mapper) {
    this.store = store;
    this.users = users;
    this.organizations = organizations;
    this.changes = changes;
    this.transactions = transactions;
    this.mapper = mapper;
  }

  /** What a record tells of an erasure of somebody whom the directory does not hold. */
  @RegisterForReflection
  record ErasedValues(int values) {}

  /**
   * Erases a user whom the organization's directory holds.
   *
   * @throws IamException as {@link #erase} does
   */
  public Erasure eraseUser(Caller caller, OrganizationId organization, SubjectRef reference) {
    if (!reference.type().equals(SubjectRef.USER)
        || users.find(organization, reference.id()).isEmpty()) {
      throw IamException.validation("subject", "is no user by id or external_id");
    }
    return erase(caller, organization, reference);
  }

  /**
   * Erases a subject of an organization. A user is emptied and suspended too, or the next change of
   * it would write the values again. Done again, it does nothing. What a person of the platform
   * left in the chains of tenants is erased there as well, each recorded in its own chain.
   *
   * @param reference a user by id or external id, or anybody whom a record names as actor
   * @throws IamException VALIDATION naming {@code subject} when nothing is known of it; CONFLICT
   *     when it is the caller, or when a rule keeps the user, such as the last administrator
   */
  public Erasure erase(Caller caller, OrganizationId organization, SubjectRef reference) {
    Optional<User> user =
        reference.type().equals(SubjectRef.USER)
            ? users.find(organization, reference.id())
            : Optional.empty();
    SubjectRef subject = user.map(User::subject).orElse(reference);
    if (subject.equals(caller.subject()) && caller.organization().equals(organization)) {
      throw IamException.conflict("Nobody can erase themselves: somebody else has to.");
    }
    boolean inTenants = isPlatform(organization);
    if (user.isEmpty() && !isKnown(organization, subject, inTenants)) {
      throw IamException.validation(
          "subject", "is no user by id or external_id, and no record holds values of it");
    }
    Erasure erasure =
        user.isPresent()
            ? changes.record(
                Change.policy(caller, organization, recording -> user(recording, user.get())))
            : new Erasure(subject, values(caller, organization, subject), 0, 0);
    return inTenants ? erasure.plus(inTenants(caller, subject)) : erasure;
  }

  private Erasure user(Recording recording, User user) {
    SubjectRef subject = user.subject();
    if (user.erased() && !store.holdsValues(recording.organization(), subject)) {
      return new Erasure(subject, 0, 0, 0);
    }
    Blanking blanking = new Blanking(mapper, user);
    int messages = store.blankMessages(recording, user.id(), blanking);
    int images = store.blankChanges(recording, user.id(), blanking);
    int values = store.deleteValues(recording, subject);
    store.forgetAnswers(recording);
    users.erase(recording, user.id());
    return new Erasure(subject, values, messages, images);
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
    int values = 0;
    for (Organization tenant : organizations.all()) {
      if (tenant.kind() == Organization.Kind.TENANT && holdsValues(tenant.id(), subject)) {
        values += values(caller, tenant.id(), subject);
      }
    }
    return values;
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
