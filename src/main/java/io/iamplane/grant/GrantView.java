package io.iamplane.grant;

import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A grant as the API shows it; see {@link Grant} for the meaning of the members. */
@RegisterForReflection
public record GrantView(
    UUID id,
    String subject,
    Grant.PrivilegeType privilegeType,
    String privilegeKey,
    Grant.Effect effect,
    @Nullable String application,
    @Nullable String resource,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    boolean activationRequired,
    @Nullable Instant activatedAt,
    @Nullable Instant activatedUntil,
    Grant.Status status,
    String source,
    @Nullable String justification,
    Instant createdAt) {

  public static GrantView of(Grant grant) {
    SubjectRef resource = grant.resource();
    return new GrantView(
        grant.id().value(),
        grant.subject().toString(),
        grant.privilegeType(),
        grant.privilegeKey(),
        grant.effect(),
        grant.application(),
        resource == null ? null : resource.toString(),
        grant.condition(),
        grant.validFrom(),
        grant.validUntil(),
        grant.activationRequired(),
        grant.activatedAt(),
        grant.activatedUntil(),
        grant.status(),
        grant.source(),
        grant.justification(),
        grant.createdAt());
  }
}
