package io.iamplane.decision.snapshot;

import io.iamplane.decision.work.DecisionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How much memory policies may take, in bytes, and what those take that are being loaded. */
@ApplicationScoped
class MemoryBudget {

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
        config.parallelRefreshes());
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
   * A part of this one, whose loads count here as well.
   *
   * @param of which part of the whole
   * @param users among which it is divided while it is scarce
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

  /** What is being loaded. */
  long loading() {
    return loading.get();
  }

  void loading(long more) {
    loading.addAndGet(more);
    if (whole != null) {
      whole.loading(more);
    }
  }

  /** Whether a load may go on: its part of the whole is always free for it. */
  boolean hasRoom(long weight) {
    return weight <= inAll / loads || loading.get() <= inAll;
  }
}
