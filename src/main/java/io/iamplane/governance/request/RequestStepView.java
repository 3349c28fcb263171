package io.iamplane.governance.request;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step as the wire shows it; see {@link RequestStep}.
 *
 * @param step its number, from 1
 */
@RegisterForReflection
public record RequestStepView(
    int step,
    String approverType,
    String approver,
    String status,
    @Nullable String decidedBy,
    @Nullable Instant decidedAt,
    @Nullable String note) {

  static RequestStepView of(int step, RequestStep of) {
    return new RequestStepView(
        step,
        of.approverType().wire(),
        of.approver(),
        of.status().wire(),
        of.decidedBy() == null ? null : of.decidedBy().toString(),
        of.decidedAt(),
        of.note());
  }
}
