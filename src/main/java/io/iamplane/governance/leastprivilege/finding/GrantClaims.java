package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.grant.Grant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Grants that earlier rules end or depend on, so that no two recommendations of one scan
 * contradict. For one thread.
 */
final class GrantClaims {

  private final Set<UUID> ending = new HashSet<>();
  private final Set<UUID> needed = new HashSet<>();

  void end(Grant grant) {
    ending.add(grant.id().value());
  }

  void need(Grant grant) {
    needed.add(grant.id().value());
  }

  boolean isEnding(Grant grant) {
    return ending.contains(grant.id().value());
  }

  boolean isFree(Grant grant) {
    return !isEnding(grant) && !needed.contains(grant.id().value());
  }
}
