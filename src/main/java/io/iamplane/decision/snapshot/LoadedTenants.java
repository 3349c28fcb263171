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
 * The tenants in memory, bounded by their weight and that of loads in progress. The least used
 * tenants are evicted first ({@link LeastUsed}), except during their load. An evicted tenant is
 * loaded again on demand, and its use is remembered. A decision in progress keeps its policy.
 */
final class LoadedTenants {

  /** Makes room for some more tenants, so that a full memory is not sorted each time. */
  private static final double REST = 0.97;

  /** The ticks without use after which a suspended or failed tenant is evicted in any case. */
  private static final int IDLE_TICKS = 40;

  /** The number of evicted tenants with a remembered use. */
  private static final int REMEMBERED = 20_000;

  private final Map<OrganizationId, Tenant> tenants = new ConcurrentHashMap<>();
  private final Cache<OrganizationId, TenantUse> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  private final AtomicLong tick = new AtomicLong(1);
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final MemoryBudget memory;

  /** Takes the memory in bytes, as {@link Tenant#weight} estimates them. */
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

  /** Returns a tenant without counting a use; null when it is not in memory. */
  @Nullable Tenant get(OrganizationId organization) {
    return tenants.get(organization);
  }

  void remove(Tenant tenant) {
    if (tenants.remove(tenant.id(), tenant)) {
      remembered.put(tenant.id(), tenant.usage());
    }
  }

  /** Removes a tenant with versions unlike the database's, also for waiting requests. */
  void forget(Tenant tenant) {
    remove(tenant);
    tenant.forgotten();
  }

  /** Allows new attempts to load failed tenants, once the database is back. */
  void forgive() {
    tenants.values().forEach(tenant -> tenant.backOff().reset());
  }

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

  /** Returns the weight of all tenants and of loads in progress, in bytes. */
  long bytes() {
    return memory.loading() + tenants.values().stream().mapToLong(Tenant::weight).sum();
  }

  /**
   * Ends a tick: drops idle tenants that serve no request, and makes room if required. Does not
   * wait: one sweep at a time is enough.
   */
  void sweep() {
    alone(() -> {
      long now = tick.incrementAndGet();
      tenants.values().stream()
          .filter(tenant -> !isServing(tenant) && now - tenant.usage().last() > IDLE_TICKS)
          .filter(tenant -> !tenant.isRefreshing())
          .toList()
          .forEach(this::remove);
      evict(now);
    });
  }

  /** Makes room where it is required, after a tenant was loaded; waits for nothing. */
  void makeRoom() {
    alone(() -> evict(tick.get()));
  }

  private void alone(Runnable sweep) {
    if (sweeping.compareAndSet(false, true)) {
      try {
        sweep.run();
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
