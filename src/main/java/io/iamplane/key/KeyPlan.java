package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyMoment;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which steps the keys of a purpose are to take.
 *
 * @param rule one of {@link io.iamplane.key.lifecycle.Lifecycle}'s
 * @param reason why a key is revoked; null for a plan that revokes none
 */
record KeyPlan(KeyPurpose purpose, Rule rule, @Nullable String reason) {

  /** Which steps are to be taken, by the keys that there are. */
  @FunctionalInterface
  interface Rule {
    List<KeyStep> steps(List<KeyState> keys, KeyMoment moment);
  }

  /** Whether no step is taken unless the keys that it needs can be made. */
  boolean requiresKeys() {
    return reason == null;
  }
}
