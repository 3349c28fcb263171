package io.iamplane.webhook;

import io.iamplane.shared.OrganizationId;
import java.util.HashMap;
import java.util.Map;

/**
 * Shares of a number of places among tenants. A tenant takes the fewer, the fewer are free, and one
 * in any case: those whose hosts hang leave places for all others.
 */
final class TenantShares {

  private final int most;
  private final int ofOne;
  private final Map<OrganizationId, Integer> taken = new HashMap<>();
  private int all;

  /**
   * Makes free places.
   *
   * @param most of them in all
   * @param ofOne the most of one tenant; a tenant takes that part of the free ones at most, too
   */
  TenantShares(int most, int ofOne) {
    this.most = most;
    this.ofOne = ofOne;
  }

  /** Takes a place; false if the tenant has its share. */
  synchronized boolean take(OrganizationId tenant) {
    int own = taken.getOrDefault(tenant, 0);
    int free = most - all;
    if (free == 0 || own >= Math.clamp(free / ofOne, 1, ofOne)) {
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
