package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicLong;

/** How much memory policies may take, in bytes, and what those take that are being loaded. */
@ApplicationScoped
class MemoryBudget {

  private final long inAll;
  private final long perTenant;
  private final int loads;
  private final AtomicLong loading = new AtomicLong();

  @Inject
  MemoryBudget(DecisionConfig config) {
    this(
        Runtime.getRuntime().maxMemory() / 100 * config.memoryPercent(),
        Runtime.getRuntime().maxMemory() / 100 * config.tenantMemoryPercent(),
        config.parallelRefreshes());
  }

  MemoryBudget(long inAll, long perTenant, int loads) {
    this.inAll = inAll;
    this.perTenant = Math.min(inAll, perTenant);
    this.loads = loads;
  }

  long inAll() {
    return inAll;
  }

  long perTenant() {
    return perTenant;
  }

  /** What is being loaded. */
  long loading() {
    return loading.get();
  }

  void loading(long more) {
    loading.addAndGet(more);
  }

  /** Whether a load may go on: its part of the whole is always free for it. */
  boolean hasRoom(long weight) {
    return weight <= inAll / loads || loading.get() <= inAll;
  }
}
