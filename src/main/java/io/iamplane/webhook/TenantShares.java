package io.iamplane.webhook;

import io.iamplane.shared.OrganizationId;
import java.util.HashMap;
import java.util.Map;

/**
 * Shares of a number of places among tenants. Each may have a part of those that are free, and one
 * in any case, so that tenants whose hosts hang leave places for all others.
 */
final class TenantShares {

  private final int most;
  private final int part;
  private final Map<OrganizationId, Integer> taken = new HashMap<>();
  private int all;

  /**
   * Makes free places.
   *
   * @param most of them in all
   * @param part of the free ones that a tenant may have, as a divisor
   */
  TenantShares(int most, int part) {
    this.most = most;
    this.part = part;
  }

  /** Takes a place; false if the tenant has its share. */
  synchronized boolean take(OrganizationId tenant) {
    int own = taken.getOrDefault(tenant, 0);
    int free = most - all;
    if (free == 0 || own >= Math.max(1, free / part)) {
      return false;
    }
    taken.put(tenant, own + 1);
    all++;
    return true;
  }

  synchronized void giveBack(OrganizationId tenant) {
    taken.computeIfPresent(tenant, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
