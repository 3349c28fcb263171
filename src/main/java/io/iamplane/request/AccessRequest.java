package io.iamplane.request;

import io.iamplane.audit.chain.PersonalData;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Someone asks for a role for a while.
 *
 * @param duration as ISO 8601 writes it: how long the grant is to last
 * @param steps frozen when the role was asked for
 * @param step the index of the step that waits
 * @param expiresAt the first moment at which it can no longer be approved
 * @param grantId what the approval made
 */
@RegisterForReflection
record AccessRequest(
    AccessRequestId id,
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

  /** Where a request is in its life. */
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

  /** The step that waits. */
  RequestStep current() {
    return steps.get(step);
  }

  /** What it is at a moment: one that waited too long has expired, whether that is recorded. */
  Status statusAt(Instant at) {
    return status == Status.PENDING && !at.isBefore(expiresAt) ? Status.EXPIRED : status;
  }

  /** With another step in the place of one, waiting for a step. */
  AccessRequest at(int waiting, int replaced, RequestStep by) {
    List<RequestStep> changed = new ArrayList<>(steps);
    changed.set(replaced, by);
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
