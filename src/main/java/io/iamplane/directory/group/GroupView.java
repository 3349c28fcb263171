package io.iamplane.directory.group;

import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A group as the API shows it; see {@link Group} for the meaning of the members. */
@RegisterForReflection
public record GroupView(
    UUID id,
    String key,
    @Nullable String externalId,
    String name,
    String source,
    Group.Status status,
    Map<String, Object> attributes,
    OrganizationId organizationId,
    Instant createdAt,
    @Nullable Instant revokedAt) {

  static GroupView of(OrganizationId organization, Group group) {
    return new GroupView(
        group.id().value(),
        group.key(),
        group.externalId(),
        group.name(),
        group.source(),
        group.status(),
        group.attributes(),
        organization,
        group.createdAt(),
        group.revokedAt());
  }
}
