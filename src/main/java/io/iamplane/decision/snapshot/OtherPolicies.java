package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistory;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/** Makes policies that are not in force: past versions, and drafts. */
@Singleton
public class OtherPolicies {

  /** How many versions are read at once. */
  private static final int PAGE = 500;

  /** How many rows may be others than the tables hold: some hundred megabytes of images. */
  private static final int MAX_UNDONE = 100_000;

  /** What is read for a simulation takes one part of so many of the memory for policies. */
  private static final int PART = 4;

  private final ChangeApplier applier;
  private final SnapshotLoader loader;
  private final PolicyHistory history;
  private final Transactions transactions;
  private final MemoryBudget memory;

  /**
   * What is read here drives present policies out of memory: one at a time, and not a large one.
   */
  private final Semaphore one = new Semaphore(1);

  OtherPolicies(
      ChangeApplier applier,
      SnapshotLoader loader,
      PolicyHistory history,
      Transactions transactions,
      MemoryBudget memory) {
    this.applier = applier;
    this.loader = loader;
    this.history = history;
    this.transactions = transactions;
    this.memory = memory;
  }

  /** Begins with a policy that is in force; to be closed. */
  public PolicyWorkbench open(TenantPolicy present) {
    return new PolicyWorkbench(this, present);
  }

  /**
   * The policy with some changes.
   *
   * @throws ChangeApplier.ReloadNeeded when it can only be known by reading the tables
   */
  TenantPolicy apply(TenantPolicy policy, long version, List<PolicyChange> changes) {
    return applier.apply(policy, version, changes);
  }

  /**
   * Reads a policy from the tables, as it was at a version, with some changes more.
   *
   * @param weight counts it until it is closed
   * @throws LoadWeight.TooHeavy when it takes more memory than there is for it
   * @throws NotRestored when the changes since are not kept, or are too many
   */
  TenantPolicy load(
      OrganizationId organization, long version, List<PolicyChange> changes, LoadWeight weight) {
    return transactions.callOnSnapshot(() -> {
      List<PolicyChange> over = since(organization, version, loader.version(organization));
      over.addAll(changes);
      return loader.read(organization, version, new OverlaidRows(applier::read, over), weight);
    });
  }

  /** What undoes the versions after one. */
  private List<PolicyChange> since(OrganizationId organization, long version, long last) {
    List<PolicyChange> reverse = new ArrayList<>();
    for (long end = last; end > version; end -= PAGE) {
      long start = Math.max(version, end - PAGE);
      TreeMap<Long, List<PolicyChange>> some =
          history.sinceInTransaction(organization, start, (int) (end - start));
      reverse.addAll(Undoing.of(some));
      if (some.size() != end - start || reverse.size() > MAX_UNDONE) {
        throw new NotRestored(
            "the changes after version %d are not kept, or too many".formatted(version));
      }
    }
    return reverse;
  }

  /** A version of a policy that cannot be restored. */
  static final class NotRestored extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotRestored(String message) {
      super(message);
    }
  }

  /**
   * Counts a policy that is read from the tables; to be closed.
   *
   * @throws LoadWeight.TooHeavy when another one is in memory
   */
  LoadWeight weight() {
    if (!one.tryAcquire()) {
      throw new LoadWeight.TooHeavy("a policy of another simulation is in memory");
    }
    return new LoadWeight(memory, memory.inAll() / PART, one::release);
  }

  /** Some versions, oldest first; those that are not kept are left out. */
  TreeMap<Long, List<PolicyChange>> versions(OrganizationId organization, long after, int number) {
    return transactions.call(() -> history.sinceInTransaction(organization, after, number));
  }
}
