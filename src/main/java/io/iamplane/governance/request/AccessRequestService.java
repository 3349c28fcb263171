package io.iamplane.governance.request;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.escalation.DutyGuard;
import io.iamplane.governance.request.RequestableRoleQuery.Requestable;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The life of access requests. Each writing method runs inside the change that records it. */
@Singleton
class AccessRequestService {

  static final String SOURCE = "access_request";

  /** Requests of one subject that wait. */
  static final int MOST_PENDING = 20;

  private static final String TARGET = "access_request";

  private final AccessRequestStore store;
  private final RequestableRoleQuery roles;
  private final Approvers approvers;
  private final GrantService grants;
  private final DutyGuard duties;
  private final RequestConfig config;
  private final Transactions transactions;
  private final Clock clock;

  AccessRequestService(
      AccessRequestStore store,
      RequestableRoleQuery roles,
      Approvers approvers,
      GrantService grants,
      DutyGuard duties,
      RequestConfig config,
      Transactions transactions,
      Clock clock) {
    this.store = store;
    this.roles = roles;
    this.approvers = approvers;
    this.grants = grants;
    this.duties = duties;
    this.config = config;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * Asks for a role for the caller.
   *
   * @throws IamException CONFLICT alike for a role that is not there, that cannot be requested, and
   *     that is requested already; naming a duty rule that the grant would break; beyond the most
   *     pending; VALIDATION for a duration or justification
   */
  AccessRequest submit(Recording recording, SubmitAccessRequest body) {
    OrganizationId organization = recording.organization();
    SubjectRef requester = recording.caller().subject();
    Requestable role =
        roles.find(organization, body.roleKey()).orElseThrow(AccessRequestService::no);
    List<RequestStep> steps =
        approvers.frozen(organization, role.policy().steps()).orElseThrow(AccessRequestService::no);
    expireOld(recording, requester);
    if (store.pending(organization, requester, body.roleKey()).isPresent()) {
      throw no();
    }
    if (store.pending(organization, requester).size() >= MOST_PENDING) {
      throw IamException.conflict("You have " + MOST_PENDING + " pending requests, the maximum.");
    }
    if (role.policy().requiresJustification() && body.justification() == null) {
      throw IamException.validation("justification", "required for this role");
    }
    AccessRequest request =
        new AccessRequest(
            UuidV7.next(),
            requester,
            body.roleKey(),
            body.justification(),
            NewGrant.duration(body.duration(), role.policy().maxDuration()).toString(),
            AccessRequest.Status.PENDING,
            steps,
            0,
            recording.at().plus(config.pendingFor()),
            null,
            null,
            1,
            recording.at());
    duties.requireGrantable(
        organization,
        grants.check(organization, grant(request, role, recording.at()), recording.at()),
        recording.at());
    store.insert(recording, request);
    recording.add(
        Effect.created(
            EventType.ACCESS_REQUEST_SUBMITTED, TARGET, request.id().toString(), request));
    return request;
  }

  private void expireOld(Recording recording, SubjectRef requester) {
    for (AccessRequest old : store.pending(recording.organization(), requester)) {
      if (old.statusAt(recording.at()) == AccessRequest.Status.EXPIRED) {
        write(
            recording,
            EventType.ACCESS_REQUEST_EXPIRED,
            old,
            old.ended(AccessRequest.Status.EXPIRED, recording.at(), null));
      }
    }
  }

  /** Withdraws a request of the caller's own; NOT_FOUND; CONFLICT when it does not wait. */
  AccessRequest cancel(Recording recording, UUID id) {
    AccessRequest before = find(recording.organization(), id);
    if (!before.requester().equals(recording.caller().subject())) {
      throw IamException.notFound();
    }
    requirePending(before, recording.at());
    return write(
        recording,
        EventType.ACCESS_REQUEST_CANCELLED,
        before,
        before.ended(AccessRequest.Status.CANCELLED, recording.at(), null));
  }

  /**
   * Approves the waiting step; after the last one the grant exists, for the requested duration.
   *
   * @throws IamException NOT_FOUND for a caller that approves no step; FORBIDDEN for one's own
   *     request, and if another step waits; CONFLICT if it does not wait, if the caller has
   *     approved another step, if the role cannot be requested any more, or if the requester's
   *     account is not active; refusals of the grant
   */
  AccessRequest approve(Recording recording, UUID id, @Nullable String note) {
    OrganizationId organization = recording.organization();
    Instant at = recording.at();
    AccessRequest before = requireTurn(recording, id);
    SubjectRef caller = recording.caller().subject();
    if (approvedAnother(organization, before, caller)) {
      throw IamException.conflict(
          "You have already approved another step of this request; a different approver must "
              + "approve this one.");
    }
    Requestable role =
        roles
            .find(organization, before.roleKey())
            .orElseThrow(() -> IamException.conflict("The role can no longer be requested."));
    if (!approvers.isActive(organization, before.requester())) {
      throw IamException.conflict("The requester's account is not active.");
    }
    AccessRequest approved =
        before.at(
            before.step(), before.current().decided(RequestStep.Status.APPROVED, caller, at, note));
    int next = firstOpen(recording, approved);
    if (next < approved.steps().size()) {
      return write(
          recording,
          EventType.ACCESS_REQUEST_STEP_APPROVED,
          before,
          approved.at(next, approved.steps().get(next).reopened()));
    }
    Grant made = grants.create(recording, grant(before, role, at));
    return write(
        recording,
        EventType.ACCESS_REQUEST_APPROVED,
        before,
        approved.ended(AccessRequest.Status.APPROVED, at, made.id()));
  }

  /** Returns true if an account under common control with the caller approved another step. */
  private boolean approvedAnother(
      OrganizationId organization, AccessRequest request, SubjectRef caller) {
    return request.steps().stream()
        .map(RequestStep::decidedBy)
        .filter(Objects::nonNull)
        .anyMatch(by -> approvers.isOneHand(organization, by, caller));
  }

  /** Returns the first step that waits, or that lost its approver's right. */
  private int firstOpen(Recording recording, AccessRequest request) {
    int step = 0;
    while (step < request.steps().size()
        && approvers.isInForce(recording, request.requester(), request.steps().get(step))) {
      step++;
    }
    return step;
  }

  /** Rejects a request; refused as {@link #approve} is. */
  AccessRequest reject(Recording recording, UUID id, @Nullable String note) {
    AccessRequest before = requireTurn(recording, id);
    RequestStep rejected =
        before
            .current()
            .decided(
                RequestStep.Status.REJECTED, recording.caller().subject(), recording.at(), note);
    return write(
        recording,
        EventType.ACCESS_REQUEST_REJECTED,
        before,
        before
            .at(before.step(), rejected)
            .ended(AccessRequest.Status.REJECTED, recording.at(), null));
  }

  Page<AccessRequest> own(
      OrganizationId organization,
      PageRequest page,
      SubjectRef caller,
      AccessRequest.@Nullable Status status) {
    Instant at = clock.instant();
    return transactions.call(() -> store.own(organization, page, caller, status, at));
  }

  /** Finds requests of others with a present step for the caller. */
  Page<AccessRequest> waiting(OrganizationId organization, PageRequest page, SubjectRef caller) {
    Instant at = clock.instant();
    return transactions.call(() ->
        store.waiting(organization, page, approvers.names(organization, caller, at), caller, at));
  }

  /** A request, for an approver of any of its steps; NOT_FOUND for others. */
  AccessRequest shown(OrganizationId organization, SubjectRef caller, UUID id) {
    return transactions.call(() -> {
      AccessRequest request = find(organization, id);
      requireApprover(organization, request, caller, clock.instant());
      return request;
    });
  }

  private AccessRequest requireTurn(Recording recording, UUID id) {
    OrganizationId organization = recording.organization();
    SubjectRef caller = recording.caller().subject();
    AccessRequest request = find(organization, id);
    if (approvers.isOneHand(organization, request.requester(), caller)) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "You cannot decide on your own request, or on that of an account that you control.");
    }
    List<String> names = requireApprover(organization, request, caller, recording.at());
    requirePending(request, recording.at());
    if (!names.contains(request.current().approver())) {
      throw IamException.of(
          ErrorCode.FORBIDDEN, "The request is waiting for the approver of another step.");
    }
    return request;
  }

  private List<String> requireApprover(
      OrganizationId organization, AccessRequest request, SubjectRef caller, Instant at) {
    List<String> names = approvers.names(organization, caller, at);
    if (request.steps().stream().noneMatch(step -> names.contains(step.approver()))) {
      throw IamException.notFound();
    }
    return names;
  }

  private static void requirePending(AccessRequest request, Instant at) {
    AccessRequest.Status status = request.statusAt(at);
    if (status != AccessRequest.Status.PENDING) {
      throw IamException.conflict("The request is " + status.wire() + ".");
    }
  }

  private AccessRequest find(OrganizationId organization, UUID id) {
    return store.byId(organization, id).orElseThrow(IamException::notFound);
  }

  /** No longer than was asked, and than the role allows by now. */
  private static NewGrant grant(AccessRequest request, Requestable role, Instant at) {
    Duration asked = Duration.parse(request.duration());
    Duration most = role.policy().maxDuration();
    return NewGrant.role(request.requester(), request.roleKey())
        .between(null, at.plus(asked.compareTo(most) < 0 ? asked : most))
        .from(SOURCE)
        .because(request.justification())
        .build();
  }

  private AccessRequest write(
      Recording recording, EventType type, AccessRequest before, AccessRequest after) {
    store.update(recording, after);
    recording.add(Effect.changed(type, TARGET, after.id().toString(), before, after));
    return after;
  }

  private static IamException no() {
    return IamException.conflict("The role cannot be requested, or has already been requested.");
  }
}
