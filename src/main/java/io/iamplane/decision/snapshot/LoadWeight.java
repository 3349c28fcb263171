package io.iamplane.decision.snapshot;

/**
 * The weight of a tenant during its load. It counts as memory in use, and ends a load that exceeds
 * the tenant's limit. For one thread; to be closed.
 */
final class LoadWeight implements AutoCloseable {

  /** The number of bytes added up before they are reported. */
  private static final long GRAIN = 1 << 20;

  private final MemoryBudget budget;
  private final long most;
  private final Runnable closed;
  private long policy;
  private long beside;
  private long counted;
  private boolean open = true;

  LoadWeight(MemoryBudget budget) {
    this(budget, budget.perTenant(), () -> {});
  }

  /**
   * Takes a bound, in bytes, if that is less than a tenant may take, and runs a task once closed.
   */
  LoadWeight(MemoryBudget budget, long most, Runnable closed) {
    this.budget = budget;
    this.most = Math.min(most, budget.perTenant());
    this.closed = closed;
  }

  /**
   * @throws TooHeavy when the weight by now is more than there is for it
   */
  void reached(long weight) {
    policy = weight;
    count(weight + beside);
  }

  /**
   * Sets the weight beside the policy as long as it is loaded.
   *
   * @throws TooHeavy when that is more than there is for both
   */
  void beside(long weight) {
    beside = weight;
    count(policy + weight);
  }

  private void count(long weight) {
    if (weight > most) {
      throw new TooHeavy(
          "the policy takes more than %d MB of memory, the limit for one tenant"
              .formatted(most >> 20));
    }
    boolean grows = weight > counted;
    if (Math.abs(weight - counted) >= GRAIN) {
      budget.loading(weight - counted);
      counted = weight;
      if (grows && !budget.hasRoom(weight)) {
        throw new TooHeavy("too many large policies are being loaded at once");
      }
    }
  }

  @Override
  public void close() {
    budget.loading(-counted);
    counted = 0;
    if (open) {
      open = false;
      closed.run();
    }
  }

  /** The policy does not fit: its tenant is denied, the others are not concerned. */
  static final class TooHeavy extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooHeavy(String message) {
      super(message);
    }
  }
}
