package io.iamplane.leastprivilege.advice;

import io.iamplane.shared.WireName;

/** How much is at stake, in rising order. */
public enum Severity implements WireName {
  LOW,
  MEDIUM,
  /** A privileged right is at stake, or a duty rule is broken. */
  HIGH
}
