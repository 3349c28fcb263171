package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The memory limits of policies and the weight of loads in progress, in bytes. */
@ApplicationScoped
class MemoryBudget {

  /** Tenants that are loaded at a time, besides half as many large ones. */
  static final int PARALLEL_LOADS = 4;

  private final long inAll;
  private final long perTenant;
  private final int loads;
  private final @Nullable MemoryBudget whole;
  private final AtomicLong loading = new AtomicLong();

  @Inject
  MemoryBudget(DecisionConfig config) {
    this(
        Runtime.getRuntime().maxMemory() / 100 * config.memoryPercent(),
        Runtime.getRuntime().maxMemory() / 100 * config.tenantMemoryPercent(),
        PARALLEL_LOADS);
  }

  MemoryBudget(long inAll, long perTenant, int loads) {
    this(inAll, perTenant, loads, null);
  }

  private MemoryBudget(long inAll, long perTenant, int loads, @Nullable MemoryBudget whole) {
    this.inAll = inAll;
    this.perTenant = Math.min(inAll, perTenant);
    this.loads = loads;
    this.whole = whole;
  }

  /**
   * Makes a part of this budget, the whole divided by {@code of}, shared by some users while it is
   * scarce. Loads of the part count in the whole as well.
   */
  MemoryBudget part(int of, int users) {
    return new MemoryBudget(inAll() / of, perTenant(), users, this);
  }

  long inAll() {
    return inAll;
  }

  long perTenant() {
    return perTenant;
  }

  long loading() {
    return loading.get();
  }

  void loading(long more) {
    loading.addAndGet(more);
    if (whole != null) {
      whole.loading(more);
    }
  }

  /** Returns true if a load may continue; its share of the whole is always free for it. */
  boolean hasRoom(long weight) {
    return weight <= inAll / loads || loading.get() <= inAll;
  }
}
