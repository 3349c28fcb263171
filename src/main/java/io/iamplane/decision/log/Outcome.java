package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.WireName;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The outcome of a decision. */
@Schema(name = "DecisionOutcome")
public enum Outcome implements WireName {
  ALLOW,
  DENY,
  /** Denied, and would be allowed at a higher assurance. */
  STEP_UP;

  public static Outcome of(ReasonCode reason) {
    return switch (reason) {
      case GRANTED_BY_GRANT, GRANTED_BY_RELATION -> ALLOW;
      case STEP_UP_REQUIRED -> STEP_UP;
      case EXPLICIT_DENY,
          NO_MATCHING_GRANT,
          DEPTH_EXCEEDED,
          CONDITION_CONTEXT_MISSING,
          CONDITION_CONTEXT_INVALID,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          SUBJECT_INACTIVE,
          SUBJECT_UNKNOWN,
          SUBJECT_IS_A_SET,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN,
          POLICY_VERSION_UNAVAILABLE,
          DEPENDENCY_UNAVAILABLE,
          DECISION_LOG_FULL,
          DEADLINE_EXCEEDED,
          INTERNAL_ERROR ->
          DENY;
    };
  }
}
