package io.iamplane.governance.leastprivilege;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;

/**
 * The change that was made.
 *
 * @param revoked grants that ended
 * @param roles keys of roles that were made
 * @param grants that took the place of some that ended
 */
@RegisterForReflection
public record AcceptedView(
    RecommendationView recommendation, List<UUID> revoked, List<String> roles, List<UUID> grants) {

  static AcceptedView of(Acceptance.Accepted accepted) {
    return new AcceptedView(
        RecommendationView.of(accepted.recommendation()),
        accepted.made().revoked(),
        accepted.made().roles(),
        accepted.made().grants());
  }
}
