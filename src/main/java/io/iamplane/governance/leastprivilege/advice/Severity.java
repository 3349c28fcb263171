package io.iamplane.governance.leastprivilege.advice;

import io.iamplane.shared.WireName;

public enum Severity implements WireName {
  LOW,
  MEDIUM,
  /** A privileged right is at stake, or a duty rule is broken. */
  HIGH
}
