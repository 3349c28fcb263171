package io.iamplane.directory.user;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The life of users. Each method runs inside the change that records it. */
@Singleton
public class UserService {

  private final UserStore store;
  private final UserQuery query;
  private final RecentRefusals refusals;
  private final Transactions transactions;
  private final List<UserSuspension> suspensions;

  UserService(
      UserStore store,
      UserQuery query,
      RecentRefusals refusals,
      Transactions transactions,
      @All List<UserSuspension> suspensions) {
    this.store = store;
    this.query = query;
    this.refusals = refusals;
    this.transactions = transactions;
    this.suspensions = suspensions;
  }

  /** Creates a user; CONFLICT when the external id or the address is another user's. */
  public User create(Recording recording, CreateUserRequest request) {
    User user = request.toUser(recording.at());
    if (!store.insert(recording, user)) {
      refusals.add(recording.organization());
      throw taken(recording.organization(), user);
    }
    return created(recording, user);
  }

  /**
   * Creates a user; in a change over facts without an answer of the database. If external id or
   * address are another user's, the change then fails when it is written, is repeated, and is a
   * CONFLICT.
   */
  public User createAtEnd(Recording recording, CreateUserRequest request) {
    if (!MemoryTransaction.isPresent() || refusals.in(recording.organization())) {
      return create(recording, request);
    }
    User user = request.toUser(recording.at());
    store.insertLater(recording, user);
    return created(recording, user);
  }

  private static User created(Recording recording, User user) {
    recording.add(Effect.created(EventType.USER_CREATED, SubjectRef.USER, id(user), user));
    return user;
  }

  public User update(Recording recording, UserId id, String name, Map<String, Object> attributes) {
    return update(
        recording, id, user -> new UpdateUserRequest(user.email(), name, attributes), null);
  }

  /**
   * Applies a patch; one without effect changes and records nothing. NOT_FOUND,
   * PRECONDITION_FAILED; CONFLICT if the address is another user's.
   */
  public User update(
      Recording recording, UserId id, Patch<UpdateUserRequest> patch, @Nullable String ifMatch) {
    User before = find(recording, id);
    new Revision(before.revision()).requireMatch(ifMatch);
    User after = changed(before, patch.onto(UpdateUserRequest.of(before)));
    if (after.equals(before.with(before.email(), before.name(), before.attributes()))) {
      return before;
    }
    if (after.email() != null
        && !after.email().equalsIgnoreCase(before.email())
        && query.byEmail(recording.organization(), after.email()).isPresent()) {
      throw IamException.conflict("A user with this email address already exists.");
    }
    return write(recording, EventType.USER_UPDATED, before, after);
  }

  private static User changed(User before, UpdateUserRequest wanted) {
    return before.with(
        CreateUserRequest.valid(wanted.email()),
        DirectoryRules.name("name", wanted.name()),
        DirectoryRules.attributes("attributes", wanted.attributes()));
  }

  private IamException taken(OrganizationId organization, User user) {
    String externalId = user.externalId();
    boolean byExternalId =
        externalId != null && query.byExternalId(organization, externalId).isPresent();
    return IamException.conflict(
        "A user with this "
            + (byExternalId ? "external_id" : "email address")
            + " already exists.");
  }

  /**
   * Suspends or reactivates; says and does nothing when that is done already. NOT_FOUND,
   * PRECONDITION_FAILED.
   */
  public User setStatus(
      Recording recording, UserId id, User.Status status, @Nullable String ifMatch) {
    User before = find(recording, id);
    new Revision(before.revision()).requireMatch(ifMatch);
    if (before.status() == status) {
      return before;
    }
    EventType type =
        switch (status) {
          case ACTIVE -> EventType.USER_REACTIVATED;
          case SUSPENDED -> EventType.USER_SUSPENDED;
        };
    if (status == User.Status.SUSPENDED) {
      // Permanently: after a reactivation they get new ones.
      recording.endTokens(TokenHolder.subject(before.subject()));
      suspensions.forEach(each -> each.suspended(recording, id));
    }
    return write(recording, type, before, before.with(status));
  }

  /**
   * Empties a user permanently, and suspends it: personal data are deleted, the id stays because
   * grants and records refer to it. No image has its earlier values. NOT_FOUND.
   */
  public User erase(Recording recording, UserId id) {
    User before = find(recording, id);
    User after = before.blank().with(User.Status.SUSPENDED);
    store.update(recording, before, after);
    recording.endTokens(TokenHolder.subject(before.subject()));
    suspensions.forEach(each -> each.erased(recording, id));
    recording.add(
        Effect.changed(
            EventType.SUBJECT_ERASED, SubjectRef.USER, id(after), before.blank(), after));
    return after;
  }

  /** By id or external id; NOT_FOUND when the organization has no such user. */
  public User get(OrganizationId organization, String reference) {
    return find(organization, reference).orElseThrow(IamException::notFound);
  }

  /** By id or external id. */
  public Optional<User> find(OrganizationId organization, String reference) {
    return transactions.call(() ->
        UserId.parse(reference)
            .flatMap(id -> query.byId(organization, id))
            .or(() -> query.byExternalId(organization, reference)));
  }

  public Page<User> page(
      OrganizationId organization,
      PageRequest page,
      User.@Nullable Status status,
      @Nullable String search) {
    return transactions.call(() ->
        search == null
            ? query.page(organization, page, status, null)
            : query.search(organization, page, status, search));
  }

  public Page<User> among(
      OrganizationId organization,
      PageRequest page,
      User.@Nullable Status status,
      List<UserId> ids) {
    return transactions.call(() -> query.page(organization, page, status, ids));
  }

  public Optional<User> byExternalId(OrganizationId organization, String externalId) {
    return transactions.call(() -> query.byExternalId(organization, externalId));
  }

  /** Finds the erased users: only their ids remain. */
  public List<SubjectRef> erased(OrganizationId organization) {
    return transactions.call(() -> query.erased(organization));
  }

  public void forEach(OrganizationId organization, Consumer<User> each) {
    query.forEach(organization, each);
  }

  private User find(Recording recording, UserId id) {
    return query.byId(recording.organization(), id).orElseThrow(IamException::notFound);
  }

  private User write(Recording recording, EventType type, User before, User after) {
    store.update(recording, before, after);
    recording.add(Effect.changed(type, SubjectRef.USER, id(after), before, after));
    return after;
  }

  private static String id(User user) {
    return user.id().toString();
  }
}
