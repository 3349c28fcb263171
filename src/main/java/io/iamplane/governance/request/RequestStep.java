package io.iamplane.governance.request;

import io.iamplane.catalog.document.RequestPolicy.ApproverType;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step of a request's approval, as the role said it when it was asked for.
 *
 * @param approver the account or group by id, or {@code role:} and a role's key
 */
@RegisterForReflection
record RequestStep(
    ApproverType approverType,
    String approver,
    Status status,
    @Nullable SubjectRef decidedBy,
    @Nullable Instant decidedAt,
    @Nullable String note) {

  enum Status implements WireName {
    WAITING,
    APPROVED,
    REJECTED
  }

  static RequestStep waiting(ApproverType type, String approver) {
    return new RequestStep(type, approver, Status.WAITING, null, null, null);
  }

  RequestStep decided(Status decision, SubjectRef by, Instant at, @Nullable String words) {
    return new RequestStep(approverType, approver, decision, by, at, words);
  }

  /** Waiting again, because its approver may not approve it any more. */
  RequestStep reopened() {
    return waiting(approverType, approver);
  }
}
