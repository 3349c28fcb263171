package io.iamplane.webhook.right;

import io.iamplane.decision.engine.question.ReasonCode;

/** The result of a decision about a right. */
enum Holding {
  HELD,
  /** By a decision about the right itself. */
  LOST,
  /** Denied for now, since the decision lacks data. */
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
