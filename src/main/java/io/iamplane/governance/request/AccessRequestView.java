package io.iamplane.governance.request;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request as the wire shows it; see {@link AccessRequest}.
 *
 * @param step the number of the step that waits, from 1
 * @param steps how many there are
 */
@RegisterForReflection
public record AccessRequestView(
    UUID id,
    String requester,
    String roleKey,
    @Nullable String justification,
    String duration,
    String status,
    int step,
    int steps,
    Instant expiresAt,
    @Nullable UUID grantId,
    @Nullable Instant decidedAt,
    Instant createdAt) {

  static AccessRequestView of(AccessRequest request, Instant at) {
    return new AccessRequestView(
        request.id().value(),
        request.requester().toString(),
        request.roleKey(),
        request.justification(),
        request.duration(),
        request.statusAt(at).wire(),
        request.step() + 1,
        request.steps().size(),
        request.expiresAt(),
        request.grantId() == null ? null : request.grantId().value(),
        request.decidedAt(),
        request.createdAt());
  }
}
