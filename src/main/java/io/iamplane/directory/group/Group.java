package io.iamplane.directory.group;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group. Its members have the privileges granted to it; a group may be a member of another.
 *
 * @param key its readable name, unique and fixed for life
 * @param externalId its id in another system; every reference accepts it
 * @param source its origin, such as {@code manual} or {@code import}
 * @param revokedAt the time since which it passes nothing on; null while it is active
 */
@RegisterForReflection
public record Group(
    GroupId id,
    String key,
    @Nullable String externalId,
    String name,
    String source,
    Status status,
    Map<String, Object> attributes,
    long revision,
    Instant createdAt,
    @Nullable Instant revokedAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return attributes.isEmpty() ? Set.of("name") : Set.of("name", "attributes");
  }

  /** A revoked group keeps its members and passes nothing on to them. */
  public enum Status implements WireName {
    ACTIVE,
    REVOKED
  }

  public SubjectRef subject() {
    return new SubjectRef(SubjectRef.GROUP, id.toString());
  }

  Group with(String newName, Map<String, Object> values) {
    return new Group(
        id, key, externalId, newName, source, status, values, revision + 1, createdAt, revokedAt);
  }

  Group revoked(Instant at) {
    return new Group(
        id, key, externalId, name, source, Status.REVOKED, attributes, revision + 1, createdAt, at);
  }
}
