package io.iamplane.decision;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.TenantPolicy;
import org.jspecify.annotations.Nullable;

/** The policy that one call decides by; null, with the reason, if it is missing. */
public record PolicyView(@Nullable TenantPolicy policy, ReasonCode reason) {

  public static PolicyView unavailable() {
    return new PolicyView(null, ReasonCode.DEPENDENCY_UNAVAILABLE);
  }

  /** The denial without a policy, or because its organization is suspended. */
  Decision denied() {
    return policy == null
        ? new Decision(reason, 0, null, null, 0)
        : new Decision(ReasonCode.SUBJECT_INACTIVE, policy.version(), null, null, 0);
  }
}
