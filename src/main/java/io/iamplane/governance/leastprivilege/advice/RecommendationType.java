package io.iamplane.governance.leastprivilege.advice;

import io.iamplane.shared.WireName;

/** A problem with a subject's rights. */
public enum RecommendationType implements WireName {
  /** No decision used it for long. */
  UNUSED_GRANT,
  /** Its holders use some of its role's permissions only. */
  UNUSED_PERMISSIONS_OF_ROLE,
  /** It is privileged and has no end. */
  PERMANENT_PRIVILEGED,
  /** A role contains the permission granted directly. */
  DIRECT_PERMISSION,
  /** A role has very many permissions, and each of its holders uses a few. */
  WIDE_ROLE,
  /** A subject holds privileges that a duty rule forbids to hold together. */
  DUTY_VIOLATION,
  /** The account is not active, and used nothing for long. */
  INACTIVE_SUBJECT,
  /** Another grant of the same privilege covers it. */
  DUPLICATE_GRANT,
  /** A denial takes away all that it gives. */
  SHADOWED_BY_DENY
}
