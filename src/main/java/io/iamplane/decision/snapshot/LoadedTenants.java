package io.iamplane.decision.snapshot;

import io.iamplane.shared.OrganizationId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tenants in memory, bounded by their weight and that of what is being loaded. Those that were
 * not used for longest go first, of those that were used about as lately the heaviest: one large
 * tenant does not drive out the many small ones. Those being loaded stay. What goes is loaded again
 * when it is asked for. A decision under way keeps the policy that it began with.
 */
final class LoadedTenants {

  /**
   * Makes room for more than one tenant at a time, so that a full memory is not sorted each time.
   */
  private static final double REST = 0.9;

  /** A suspended or failed tenant goes once it was not used for so many ticks, whatever is free. */
  private static final int IDLE_TICKS = 40;

  /** Uses that are so many ticks apart are about as late. */
  private static final int ALIKE_TICKS = 8;

  private final Map<OrganizationId, Tenant> tenants = new ConcurrentHashMap<>();
  private final AtomicLong tick = new AtomicLong(1);
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final MemoryBudget memory;

  /**
   * Makes an empty one.
   *
   * @param memory in bytes, as {@link Tenant#weight} estimates them
   */
  LoadedTenants(MemoryBudget memory) {
    this.memory = memory;
  }

  /** A tenant that is about to be used; null when it is not in memory. */
  @Nullable Tenant use(OrganizationId organization) {
    Tenant tenant = tenants.get(organization);
    if (tenant != null) {
      tenant.used(tick.get());
    }
    return tenant;
  }

  Tenant use(OrganizationId organization, Function<OrganizationId, Tenant> make) {
    Tenant tenant = tenants.computeIfAbsent(organization, make);
    tenant.used(tick.get());
    return tenant;
  }

  /** A tenant whose use this is not. */
  @Nullable Tenant get(OrganizationId organization) {
    return tenants.get(organization);
  }

  void remove(Tenant tenant) {
    tenants.remove(tenant.id(), tenant);
  }

  /** Removes a tenant whose versions are not the database's, also for those who wait for it. */
  void forget(Tenant tenant) {
    remove(tenant);
    tenant.forgotten();
  }

  /** The database is back: what could not be loaded without it may be tried again. */
  void forgive() {
    tenants.values().forEach(tenant -> tenant.backOff().reset());
  }

  /** How many could not be loaded when that was tried last. */
  long failing() {
    return tenants.values().stream().filter(Tenant::isFailing).count();
  }

  List<OrganizationId> ids() {
    return List.copyOf(tenants.keySet());
  }

  /** The versions that are known to exist; 0 before a tenant's first load. */
  Map<OrganizationId, Long> known() {
    Map<OrganizationId, Long> known = new HashMap<>();
    tenants.forEach((id, tenant) -> known.put(id, tenant.required()));
    return known;
  }

  /** What all of them take, and what is being loaded, in bytes. */
  long bytes() {
    return memory.loading() + tenants.values().stream().mapToLong(Tenant::weight).sum();
  }

  /** Makes room where it is required. Waits for nothing: one sweep at a time is enough. */
  void sweep() {
    if (!sweeping.compareAndSet(false, true)) {
      return;
    }
    try {
      long now = tick.incrementAndGet();
      tenants.values().stream()
          .filter(tenant -> !isServing(tenant) && now - tenant.lastUsed() > IDLE_TICKS)
          .filter(tenant -> !tenant.isRefreshing())
          .toList()
          .forEach(this::remove);
      long weight = bytes();
      if (weight > memory.inAll()) {
        evict(weight - (long) (memory.inAll() * REST), now);
      }
    } finally {
      sweeping.set(false);
    }
  }

  private static boolean isServing(Tenant tenant) {
    TenantPolicy policy = tenant.policy();
    return policy != null && policy.isActive();
  }

  private void evict(long surplus, long now) {
    record Use(Tenant tenant, long last, long weight) {}
    List<Use> idlest =
        tenants.values().stream()
            .map(tenant -> new Use(tenant, tenant.lastUsed(), tenant.weight()))
            .sorted(
                Comparator.<Use>comparingLong(use -> -((now - use.last()) / ALIKE_TICKS))
                    .thenComparingLong(use -> -use.weight())
                    .thenComparingLong(Use::last))
            .toList();
    long left = surplus;
    for (Use use : idlest) {
      if (left <= 0) {
        return;
      }
      if (!use.tenant().isRefreshing()) {
        left -= use.weight();
        remove(use.tenant());
      }
    }
  }
}
