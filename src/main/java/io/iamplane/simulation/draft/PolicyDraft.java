package io.iamplane.simulation.draft;

import io.iamplane.decision.PolicyView;
import java.util.Map;
import java.util.Objects;

/**
 * A policy as a draft would make it.
 *
 * @param before the present policy
 * @param after the policy with the draft
 * @param places the places in the draft of the grants that it adds, by their ids
 */
public record PolicyDraft(PolicyView before, PolicyView after, Map<String, String> places) {

  /** The present version. */
  public long version() {
    return Objects.requireNonNull(before.policy()).version();
  }
}
