package io.iamplane.decision.engine.question;

import java.util.Locale;

/** The reason for a decision. The closed set; the engine itself gives those marked so. */
public enum ReasonCode {
  /** Engine: a permit grant allows. */
  GRANTED_BY_GRANT,
  /** Engine: the relation model allows, and no grant does. */
  GRANTED_BY_RELATION,
  /** Engine: a deny grant applies and overrides every permit. */
  EXPLICIT_DENY,
  /** Engine: nothing allows. */
  NO_MATCHING_GRANT,
  /** Engine: facts that might allow or deny are farther away than a decision looks. */
  DEPTH_EXCEEDED,
  /**
   * Engine: a parameter of a relation's condition has no value, neither stored with the relation
   * nor in the request's context; the explanation names it.
   */
  CONDITION_CONTEXT_MISSING,
  /** Engine: a value for a condition of the model is of another type than its parameter. */
  CONDITION_CONTEXT_INVALID,
  /** Engine: the permission is about resources of a type, and the request names no resource. */
  RESOURCE_REQUIRED,
  /** Engine: the permission is about resources of another type than the request's. */
  RESOURCE_TYPE_MISMATCH,
  /** Engine: allowed, but at a higher assurance than the caller's. */
  STEP_UP_REQUIRED,
  /** Engine: the directory holds the subject as inactive. */
  SUBJECT_INACTIVE,
  /** Engine: nothing is known of the subject. */
  SUBJECT_UNKNOWN,
  /**
   * Engine: the subject is everyone of a type, or a userset, and the question cannot be answered
   * for all of them at once: a permission, which may be denied to one of them, or a name that rests
   * on an exclusion or on a condition about the subject.
   */
  SUBJECT_IS_A_SET,
  /** Engine: the catalogue or model holds nothing of that name. */
  PERMISSION_UNKNOWN,
  /** Engine: the request names an application that is not there, or not active. */
  APPLICATION_UNKNOWN,
  POLICY_VERSION_UNAVAILABLE,
  DEPENDENCY_UNAVAILABLE,
  DECISION_LOG_FULL,
  /** Engine: a bound on the work of one decision was reached. */
  DEADLINE_EXCEEDED,
  /** Engine: a defect; reported to the engine's listener. */
  INTERNAL_ERROR;

  private final String wire = name().toLowerCase(Locale.ROOT);

  public String wire() {
    return wire;
  }

  /** Returns true if a failure of the service denied, regardless of policy and subject. */
  public boolean isOutage() {
    return switch (this) {
      case POLICY_VERSION_UNAVAILABLE,
          DEPENDENCY_UNAVAILABLE,
          DECISION_LOG_FULL,
          DEADLINE_EXCEEDED,
          INTERNAL_ERROR ->
          true;
      case GRANTED_BY_GRANT,
          GRANTED_BY_RELATION,
          EXPLICIT_DENY,
          NO_MATCHING_GRANT,
          DEPTH_EXCEEDED,
          CONDITION_CONTEXT_MISSING,
          CONDITION_CONTEXT_INVALID,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          STEP_UP_REQUIRED,
          SUBJECT_INACTIVE,
          SUBJECT_UNKNOWN,
          SUBJECT_IS_A_SET,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN ->
          false;
    };
  }
}
