package io.iamplane.directory.user;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person, or the remaining id of an erased one, which grants and records refer to.
 *
 * @param externalId this person's id in another system; every reference accepts it
 * @param name empty after an erasure
 * @param attributes for conditions; they override a request's
 * @param revision rises with every change of the user
 */
@RegisterForReflection
public record User(
    UserId id,
    @Nullable String externalId,
    @Nullable String email,
    String name,
    Status status,
    Map<String, Object> attributes,
    long revision,
    Instant createdAt)
    implements PersonalData {

  /** The members that are about the person, under their names on the wire. */
  public static final Set<String> PERSONAL = Set.of("external_id", "email", "name", "attributes");

  /** A suspended user's tokens and decisions are refused. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED
  }

  @Override
  public Set<String> personalMembers() {
    return erased() ? Set.of() : PERSONAL;
  }

  public boolean erased() {
    return equals(blank());
  }

  /** The same without anything about the person. */
  public User blank() {
    return new User(id, null, null, "", status, Map.of(), revision, createdAt);
  }

  public SubjectRef subject() {
    return id.subject();
  }

  User with(Status newStatus) {
    return new User(id, externalId, email, name, newStatus, attributes, revision + 1, createdAt);
  }

  User with(@Nullable String newEmail, String newName, Map<String, Object> newAttributes) {
    return new User(
        id, externalId, newEmail, newName, status, newAttributes, revision + 1, createdAt);
  }
}
