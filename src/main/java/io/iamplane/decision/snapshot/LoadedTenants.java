package io.iamplane.decision.snapshot;

import io.iamplane.shared.OrganizationId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tenants in memory, bounded by their weight. Those that were not used for longest go first;
 * the one used last and those being loaded stay, however heavy. What goes is loaded again when it
 * is asked for. A decision under way keeps the policy that it began with.
 */
final class LoadedTenants {

  /**
   * Makes room for more than one tenant at a time, so that a full memory is not sorted each time.
   */
  private static final double REST = 0.9;

  /** A suspended or failed tenant goes once it was not used for so many ticks, whatever is free. */
  private static final int IDLE_TICKS = 40;

  private final Map<OrganizationId, Tenant> tenants = new ConcurrentHashMap<>();
  private final AtomicLong tick = new AtomicLong(1);
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final long maxWeight;

  /**
   * Makes an empty one.
   *
   * @param maxWeight in bytes, as {@link Tenant#weight} estimates them
   */
  LoadedTenants(long maxWeight) {
    this.maxWeight = maxWeight;
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

  /** The database is back: what could not be loaded without it may be tried again. */
  void forgive() {
    tenants.values().forEach(tenant -> tenant.backOff().reset());
  }

  List<OrganizationId> ids() {
    return List.copyOf(tenants.keySet());
  }

  /** Makes room where it is needed. Waits for nothing: one sweep at a time is enough. */
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
      long weight = tenants.values().stream().mapToLong(Tenant::weight).sum();
      if (weight > maxWeight) {
        evict(weight - (long) (maxWeight * REST));
      }
    } finally {
      sweeping.set(false);
    }
  }

  private static boolean isServing(Tenant tenant) {
    TenantPolicy policy = tenant.policy();
    return policy != null && policy.isActive();
  }

  private void evict(long surplus) {
    record Use(Tenant tenant, long last) {}
    List<Use> idlest =
        tenants.values().stream()
            .map(tenant -> new Use(tenant, tenant.lastUsed()))
            .sorted(Comparator.comparingLong(Use::last))
            .toList();
    long left = surplus;
    for (Use use : idlest.subList(0, Math.max(0, idlest.size() - 1))) {
      if (left <= 0) {
        return;
      }
      if (!use.tenant().isRefreshing()) {
        left -= use.tenant().weight();
        remove(use.tenant());
      }
    }
  }
}
