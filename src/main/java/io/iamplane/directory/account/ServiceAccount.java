package io.iamplane.directory.account;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service account of an organization.
 *
 * @param externalId its id in another system; every reference accepts it
 * @param attributes for conditions; they override a request's
 */
@RegisterForReflection
public record ServiceAccount(
    ServiceAccountId id,
    @Nullable String externalId,
    String name,
    Status status,
    Map<String, Object> attributes,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return attributes.isEmpty() ? Set.of("name") : Set.of("name", "attributes");
  }

  /** A suspended account's tokens and decisions are refused. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED
  }

  public SubjectRef subject() {
    return new SubjectRef(SubjectRef.SERVICE_ACCOUNT, id.toString());
  }

  /** The same account, of which something that belongs to it was changed. */
  ServiceAccount touched() {
    return with(name, attributes);
  }

  ServiceAccount with(Status newStatus) {
    return new ServiceAccount(id, externalId, name, newStatus, attributes, revision + 1, createdAt);
  }

  ServiceAccount with(String newName, Map<String, Object> newAttributes) {
    return new ServiceAccount(
        id, externalId, newName, status, newAttributes, revision + 1, createdAt);
  }
}
