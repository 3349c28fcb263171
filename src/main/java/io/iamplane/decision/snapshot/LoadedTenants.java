package io.iamplane.decision.snapshot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.shared.OrganizationId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tenants in memory, bounded by their weight and that of what is being loaded. Those that are
 * used least go first ({@link LeastUsed}). Those being loaded stay. What goes is loaded again when
 * it is asked for, and how much it was used is remembered. A decision under way keeps the policy
 * that it began with.
 */
final class LoadedTenants {

  /**
   * Makes room for more than one tenant at a time, so that a full memory is not sorted each time.
   */
  private static final double REST = 0.97;

  /** A suspended or failed tenant goes once it was not used for so many ticks, whatever is free. */
  private static final int IDLE_TICKS = 40;

  /** Of so many tenants that are not in memory, how much they were used is known. */
  private static final int REMEMBERED = 20_000;

  private final Map<OrganizationId, Tenant> tenants = new ConcurrentHashMap<>();
  private final Cache<OrganizationId, TenantUse> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  private final AtomicLong tick = new AtomicLong(1);
  private final AtomicLong numbers = new AtomicLong();
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
      tenant.usage().used(tick.get());
    }
    return tenant;
  }

  Tenant use(OrganizationId organization, Function<OrganizationId, Tenant> make) {
    Tenant tenant = tenants.computeIfAbsent(organization, id -> admit(make.apply(id)));
    tenant.usage().used(tick.get());
    return tenant;
  }

  private Tenant admit(Tenant tenant) {
    tenant.admitted(numbers.incrementAndGet());
    TenantUse earlier = remembered.getIfPresent(tenant.id());
    if (earlier != null) {
      tenant.usage().resume(earlier);
    }
    return tenant;
  }

  /** A tenant whose use this is not. */
  @Nullable Tenant get(OrganizationId organization) {
    return tenants.get(organization);
  }

  void remove(Tenant tenant) {
    if (tenants.remove(tenant.id(), tenant)) {
      remembered.put(tenant.id(), tenant.usage());
    }
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

  /**
   * The end of a tick: drops what serves no request, and makes room where it is required. Waits for
   * nothing: one sweep at a time is enough.
   */
  void sweep() {
    if (sweeping.compareAndSet(false, true)) {
      try {
        long now = tick.incrementAndGet();
        tenants.values().stream()
            .filter(tenant -> !isServing(tenant) && now - tenant.usage().last() > IDLE_TICKS)
            .filter(tenant -> !tenant.isRefreshing())
            .toList()
            .forEach(this::remove);
        evict(now);
      } finally {
        sweeping.set(false);
      }
    }
  }

  /** Makes room where it is required, after a tenant was loaded; waits for nothing. */
  void makeRoom() {
    if (sweeping.compareAndSet(false, true)) {
      try {
        evict(tick.get());
      } finally {
        sweeping.set(false);
      }
    }
  }

  private static boolean isServing(Tenant tenant) {
    TenantPolicy policy = tenant.policy();
    return policy != null && policy.isActive();
  }

  private void evict(long now) {
    long weight = bytes();
    if (weight <= memory.inAll()) {
      return;
    }
    long left = weight - (long) (memory.inAll() * REST);
    for (Tenant tenant : LeastUsed.first(List.copyOf(tenants.values()), now, memory.inAll())) {
      if (left <= 0) {
        return;
      }
      if (!tenant.isRefreshing()) {
        left -= tenant.weight();
        remove(tenant);
      }
    }
  }
}
