package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyMoment;
import io.iamplane.key.lifecycle.KeyState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps to take with the keys of a purpose, by a rule of {@link
 * io.iamplane.key.lifecycle.Lifecycle}; only a revocation has a reason.
 */
record KeyPlan(KeyPurpose purpose, Rule rule, @Nullable String reason) {

  @FunctionalInterface
  interface Rule {
    List<KeyState> steps(List<KeyState> keys, KeyMoment moment);
  }

  /** Returns true if no step is taken unless its new keys can be generated. */
  boolean requiresKeys() {
    return reason == null;
  }
}
