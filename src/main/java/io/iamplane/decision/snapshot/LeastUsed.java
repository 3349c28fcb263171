package io.iamplane.decision.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The order in which tenants are evicted: the least used first, and of about equally used ones the
 * heaviest. Newcomers are spared for a time while they take a small part of the memory, so that a
 * client that asks for every tenant once evicts no tenant in use.
 */
final class LeastUsed {

  /** The part of the memory that the last that came may take before they are like all others. */
  private static final double NEWCOMERS = 0.05;

  private LeastUsed() {}

  /** The sort key of a tenant, copied once because use continues during the sort. */
  private record Use(Tenant tenant, int rank, long last, long weight) {

    Use(Tenant tenant, long now) {
      this(
          tenant,
          Math.getExponent(tenant.usage().score(now)),
          tenant.usage().last(),
          tenant.weight());
    }
  }

  /** Sorts all tenants in the order of eviction, at a tick; the limit for all is in bytes. */
  static List<Tenant> first(Collection<Tenant> tenants, long now, long memory) {
    Set<Tenant> newcomers = newcomers(tenants, (long) (memory * NEWCOMERS));
    List<Use> uses = new ArrayList<>(tenants.size());
    tenants.forEach(tenant -> uses.add(new Use(tenant, now)));
    uses.sort(
        Comparator.<Use, Boolean>comparing(use -> newcomers.contains(use.tenant()))
            .thenComparingInt(Use::rank)
            .thenComparing(Comparator.comparingLong(Use::weight).reversed())
            .thenComparingLong(Use::last));
    return uses.stream().map(Use::tenant).toList();
  }

  private static Set<Tenant> newcomers(Collection<Tenant> tenants, long weight) {
    List<Tenant> latest = new ArrayList<>(tenants);
    latest.sort(Comparator.comparingLong(Tenant::number).reversed());
    Set<Tenant> newcomers = new HashSet<>();
    long taken = 0;
    for (Tenant tenant : latest) {
      taken += tenant.weight();
      if (taken > weight) {
        break;
      }
      newcomers.add(tenant);
    }
    return newcomers;
  }
}
