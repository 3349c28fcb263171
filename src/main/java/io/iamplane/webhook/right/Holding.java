package io.iamplane.webhook.right;

import io.iamplane.decision.engine.question.ReasonCode;

/** Whether a decision found a right held. */
enum Holding {
  HELD,
  /** By a decision about the right itself. */
  LOST,
  /** Denied for now, since the decision lacks what it needs. */
  UNKNOWN;

  static Holding of(ReasonCode reason) {
    return switch (reason) {
      case GRANTED_BY_GRANT, GRANTED_BY_RELATION -> HELD;
      case NO_MATCHING_GRANT, EXPLICIT_DENY, SUBJECT_INACTIVE, SUBJECT_UNKNOWN, SUBJECT_IS_A_SET ->
          LOST;
      case STEP_UP_REQUIRED,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN,
          POLICY_VERSION_UNAVAILABLE,
          DEPENDENCY_UNAVAILABLE,
          DECISION_LOG_FULL,
          DEADLINE_EXCEEDED,
          DEPTH_EXCEEDED,
          CONDITION_CONTEXT_MISSING,
          CONDITION_CONTEXT_INVALID,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          INTERNAL_ERROR ->
          UNKNOWN;
    };
  }
}
