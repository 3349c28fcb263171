package io.iamplane.directory.user;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The life of users. Each method runs inside the change that records it. */
@ApplicationScoped
public class UserService {

  private final UserStore store;

  UserService(UserStore store) {
    this.store = store;
  }

  /**
   * Creates a user.
   *
   * @throws IamException CONFLICT when the external id is taken
   */
  public User create(Recording recording, NewUser request) {
    String externalId = request.externalId();
    if (externalId != null
        && store.byExternalId(recording.organization(), externalId).isPresent()) {
      throw IamException.conflict("A user of this external_id exists already.");
    }
    User user =
        new User(
            UuidV7.next(),
            externalId,
            request.email(),
            request.name(),
            request.status(),
            request.attributes(),
            1,
            recording.at());
    store.insert(recording, user);
    recording.add(Effect.created(EventType.USER_CREATED, SubjectRef.USER, id(user), user));
    return user;
  }

  /**
   * Replaces name and attributes; says and does nothing when they are the same.
   *
   * @throws IamException NOT_FOUND when the organization has no such user
   */
  public User update(Recording recording, UUID id, String name, Map<String, Object> attributes) {
    User before = find(recording, id);
    User after =
        before.with(
            DirectoryRules.name("name", name), DirectoryRules.attributes("attributes", attributes));
    if (after.name().equals(before.name()) && after.attributes().equals(before.attributes())) {
      return before;
    }
    return write(recording, EventType.USER_UPDATED, before, after);
  }

  /**
   * Suspends or reactivates; says and does nothing when that is done already.
   *
   * @throws IamException NOT_FOUND when the organization has no such user
   */
  public User setStatus(Recording recording, UUID id, User.Status status) {
    User before = find(recording, id);
    if (before.status() == status) {
      return before;
    }
    EventType type =
        switch (status) {
          case ACTIVE -> EventType.USER_REACTIVATED;
          case SUSPENDED -> EventType.USER_SUSPENDED;
        };
    return write(recording, type, before, before.with(status));
  }

  public Optional<User> byExternalId(OrganizationId organization, String externalId) {
    return store.byExternalId(organization, externalId);
  }

  /** Every user of an organization, one at a time. */
  public void forEach(OrganizationId organization, Consumer<User> each) {
    store.forEach(organization, each);
  }

  private User find(Recording recording, UUID id) {
    return store.byId(recording.organization(), id).orElseThrow(IamException::notFound);
  }

  private User write(Recording recording, EventType type, User before, User after) {
    store.update(recording, after);
    recording.add(Effect.changed(type, SubjectRef.USER, id(after), before, after));
    return after;
  }

  private static String id(User user) {
    return user.id().toString();
  }
}
