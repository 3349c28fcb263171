package io.iamplane.decision;

import io.iamplane.shared.WireName;

/** When a batch ends (AuthZEN 1.0, evaluations_semantic). */
public enum Semantic implements WireName {
  EXECUTE_ALL,
  DENY_ON_FIRST_DENY,
  PERMIT_ON_FIRST_PERMIT;

  /** Whether a decision is the last one that is answered. */
  public boolean endsWith(boolean allowed) {
    return switch (this) {
      case EXECUTE_ALL -> false;
      case DENY_ON_FIRST_DENY -> !allowed;
      case PERMIT_ON_FIRST_PERMIT -> allowed;
    };
  }
}
