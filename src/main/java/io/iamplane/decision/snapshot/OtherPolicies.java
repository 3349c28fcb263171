package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery;
import io.iamplane.database.Transactions;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Makes policies that are not in force: past versions, and drafts. */
@Singleton
public class OtherPolicies {

  /** The divisor of the policy memory for reads of a simulation. */
  private static final int PART = 4;

  /** The shares of a second such part, for the past versions of all simulations. */
  private static final int SHARES = 4;

  /** The number of versions that are undone at once. */
  static final int PAGE_VERSIONS = 20;

  /** The number of rows between two checks of the time. */
  private static final int ROWS_PER_LOOK = 256;

  private final ChangeApplier applier;
  private final SnapshotLoader loader;
  private final PolicyHistoryQuery history;
  private final Transactions transactions;
  private final MemoryBudget memory;
  private final MemoryBudget keptMemory;

  /** Admits one read at a time: a read evicts present policies. Its size is bounded as well. */
  private final Semaphore one = new Semaphore(1);

  OtherPolicies(
      ChangeApplier applier,
      SnapshotLoader loader,
      PolicyHistoryQuery history,
      Transactions transactions,
      MemoryBudget memory) {
    this.applier = applier;
    this.loader = loader;
    this.history = history;
    this.transactions = transactions;
    this.memory = memory;
    this.keptMemory = memory.part(PART, SHARES);
  }

  /** Begins with a policy that is in force; the budget pays for all that is read and undone. */
  public PolicyWorkbench open(TenantPolicy present, RequestBudget budget) {
    return new PolicyWorkbench(this, present, new KeptVersions(new LoadWeight(keptMemory)), budget);
  }

  /**
   * @throws ChangeApplier.ReloadNeeded when the result can only be known by reading the tables
   */
  TenantPolicy apply(TenantPolicy policy, long version, List<PolicyChange> changes) {
    return applier.apply(policy, version, changes);
  }

  /** Returns the weight limit of a tenant's policy, which applies to changes as well. */
  WeightLimit limit() {
    return new WeightLimit(memory.perTenant());
  }

  /**
   * Reads a policy from the tables, as it was at a version, with some changes more.
   *
   * @param weight counts it, and the changes meanwhile, until it is closed
   * @throws LoadWeight.TooHeavy when they take more memory than there is for them
   * @throws IllegalStateException when the changes since are not kept, or are too many, or the
   *     budget ended
   */
  TenantPolicy load(
      OrganizationId organization,
      long version,
      List<PolicyChange> changes,
      LoadWeight weight,
      RequestBudget budget) {
    Looks looks = new Looks(budget);
    TenantPolicy read =
        transactions.callOnSnapshot(() -> {
          List<PolicyChange> over = since(organization, version, weight, looks);
          over.addAll(changes);
          return loader.read(
              organization,
              version,
              new OverlaidRows(applier::read, over),
              bytes -> {
                weight.reached(bytes);
                if (!looks.goOn()) {
                  throw new IllegalStateException(
                      "the time limit was reached while reading version " + version);
                }
              });
        });
    weight.beside(0);
    return read;
  }

  private List<PolicyChange> since(
      OrganizationId organization, long version, LoadWeight weight, Looks looks) {
    long last = loader.version(organization);
    Undoing undoing =
        Undoing.all(
            last,
            bytes -> {
              weight.beside(bytes);
              return looks.goOn();
            });
    history.backInTransaction(organization, last, version, undoing);
    if (undoing.reached(version) != version) {
      throw new IllegalStateException(
          "the changes after version %d are too many or no longer stored".formatted(version));
    }
    return new ArrayList<>(undoing.changes());
  }

  /** Looks at the time now and then, and waits for nothing. For one thread. */
  private static final class Looks {

    private final RequestBudget budget;
    private int rows;

    Looks(RequestBudget budget) {
      this.budget = budget;
    }

    /** Must be asked with each row. */
    boolean goOn() {
      return rows++ % ROWS_PER_LOOK != 0 || budget.goesOn();
    }
  }

  /**
   * Counts a policy that is read from the tables; to be closed.
   *
   * @throws LoadWeight.TooHeavy when another one is in memory
   */
  LoadWeight weight() {
    if (!one.tryAcquire()) {
      throw new LoadWeight.TooHeavy("another simulation's policy is in memory");
    }
    return new LoadWeight(memory, memory.inAll() / PART, one::release);
  }

  /**
   * Reads a page of changes that undo versions, at most {@link #PAGE_VERSIONS}.
   *
   * @param from the latest version to undo
   * @param to the version to reach
   * @param kept counts the memory of the page
   */
  Undoing back(
      OrganizationId organization, long from, long to, KeptVersions kept, RequestBudget budget) {
    Looks looks = new Looks(budget);
    Undoing undoing = Undoing.page(from, bytes -> kept.holds(bytes) && looks.goOn());
    transactions.run(() -> history.backInTransaction(organization, from, to, undoing));
    return undoing;
  }
}
