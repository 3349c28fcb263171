package io.iamplane.decision.matrix;

import io.iamplane.decision.engine.question.ReasonCode;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer that a case expects. A null member is not compared, unless the reason determines it.
 *
 * @param matched the label of the grant that decided
 * @param matchedRelation the model's name that allowed: {@code type#name}
 * @param requiresStepUp may be left out: the reason shows it
 * @param failedConditions the number of untrue conditions in the explanation
 * @param nearest the label of the explanation's nearest grant
 * @param nearestPrivilege the key of the explanation's nearest privilege
 */
public record MatrixExpectation(
    boolean allowed,
    String reasonCode,
    @Nullable String matched,
    @Nullable String matchedRelation,
    @Nullable Boolean requiresStepUp,
    @Nullable String requiredAal,
    @Nullable Integer failedConditions,
    @Nullable String nearest,
    @Nullable String nearestPrivilege) {

  private static final Set<ReasonCode> ALLOWING =
      Set.of(ReasonCode.GRANTED_BY_GRANT, ReasonCode.GRANTED_BY_RELATION);

  /** Reasons that name something of the policy; the others match nothing. */
  private static final Set<ReasonCode> MATCHING =
      Set.of(
          ReasonCode.GRANTED_BY_GRANT,
          ReasonCode.GRANTED_BY_RELATION,
          ReasonCode.EXPLICIT_DENY,
          ReasonCode.STEP_UP_REQUIRED);

  public MatrixExpectation {
    Objects.requireNonNull(reasonCode, "an expectation has a reason_code");
    ReasonCode reason = reason(reasonCode);
    if (allowed != ALLOWING.contains(reason)) {
      throw new IllegalArgumentException("allowed: " + allowed + " with " + reasonCode);
    }
    if (requiresStepUp != null && requiresStepUp != (reason == ReasonCode.STEP_UP_REQUIRED)) {
      throw new IllegalArgumentException("requires_step_up does not go with " + reasonCode);
    }
    if ((matched != null || matchedRelation != null) && !MATCHING.contains(reason)) {
      throw new IllegalArgumentException(reasonCode + " matches nothing");
    }
  }

  public ReasonCode reason() {
    return reason(reasonCode);
  }

  /** Returns true if {@code matched[]} of the answer is not empty. */
  public boolean matchesSomething() {
    return MATCHING.contains(reason());
  }

  private static ReasonCode reason(String wire) {
    return Arrays.stream(ReasonCode.values())
        .filter(each -> each.wire().equals(wire))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("reason_code " + wire + " is unknown"));
  }
}
