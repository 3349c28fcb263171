package io.iamplane.governance.request;

import io.iamplane.chain.PersonalData;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a role for a limited time.
 *
 * @param duration of the grant, in ISO 8601
 * @param steps frozen at the time of the request
 * @param step the index of the waiting step
 * @param expiresAt the first moment at which it can no longer be approved
 * @param grantId the grant of an approved request
 */
@RegisterForReflection
record AccessRequest(
    UUID id,
    SubjectRef requester,
    String roleKey,
    @Nullable String justification,
    String duration,
    Status status,
    List<RequestStep> steps,
    int step,
    Instant expiresAt,
    @Nullable GrantId grantId,
    @Nullable Instant decidedAt,
    long revision,
    Instant createdAt)
    implements PersonalData {

  AccessRequest {
    steps = List.copyOf(steps);
  }

  enum Status implements WireName {
    PENDING,
    APPROVED,
    REJECTED,
    CANCELLED,
    EXPIRED
  }

  @Override
  public Set<String> personalMembers() {
    return Set.of("justification", "steps");
  }

  RequestStep current() {
    return steps.get(step);
  }

  /** Returns the status at a time: a request that waited too long has expired, recorded or not. */
  Status statusAt(Instant at) {
    return status == Status.PENDING && !at.isBefore(expiresAt) ? Status.EXPIRED : status;
  }

  /** Waiting for a step, with another one in its place. */
  AccessRequest at(int waiting, RequestStep by) {
    List<RequestStep> changed = new ArrayList<>(steps);
    changed.set(waiting, by);
    return copy(status, changed, waiting, grantId, decidedAt);
  }

  AccessRequest ended(Status how, Instant at, @Nullable GrantId grant) {
    return copy(how, steps, step, grant, at);
  }

  private AccessRequest copy(
      Status newStatus,
      List<RequestStep> newSteps,
      int newStep,
      @Nullable GrantId newGrant,
      @Nullable Instant newDecidedAt) {
    return new AccessRequest(
        id,
        requester,
        roleKey,
        justification,
        duration,
        newStatus,
        newSteps,
        newStep,
        expiresAt,
        newGrant,
        newDecidedAt,
        revision + 1,
        createdAt);
  }
}
