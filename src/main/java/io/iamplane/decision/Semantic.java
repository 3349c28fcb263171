package io.iamplane.decision;

import io.iamplane.shared.WireName;

/** The condition that ends a batch (AuthZEN 1.0, evaluations_semantic). */
public enum Semantic implements WireName {
  EXECUTE_ALL,
  DENY_ON_FIRST_DENY,
  PERMIT_ON_FIRST_PERMIT;

  public boolean endsWith(boolean allowed) {
    return switch (this) {
      case EXECUTE_ALL -> false;
      case DENY_ON_FIRST_DENY -> !allowed;
      case PERMIT_ON_FIRST_PERMIT -> allowed;
    };
  }
}
