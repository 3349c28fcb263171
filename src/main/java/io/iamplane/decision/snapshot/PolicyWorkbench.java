package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Policies that are made of a present one: its past versions, and drafts. Most share nearly all of
 * their memory with it; one at a time may be read from the tables and counts like one that is
 * loaded. All of it is paid for by the request, and ends with its budget. For one thread; to be
 * closed.
 */
public final class PolicyWorkbench implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(PolicyWorkbench.class);

  /** The maximum number of reads from the tables, each as slow as a load of the tenant. */
  private static final int MAX_LOADS = 8;

  /** The cost in decision steps to undo a change row, which is read from JSON. */
  private static final int UNDO_STEPS = 200;

  /** The same for a name that is read from the tables, with its facts. */
  private static final int LOAD_STEPS = 40;

  private final OtherPolicies policies;
  private final TenantPolicy present;
  private final KeptVersions kept;
  private final RequestBudget budget;
  private int loads;

  /** The version read from the tables; all versions up to it are made of it. */
  private @Nullable TenantPolicy loaded;

  private @Nullable LoadWeight loadedWeight;

  /** No version up to this one can be restored. */
  private long lost = -1;

  PolicyWorkbench(
      OtherPolicies policies, TenantPolicy present, KeptVersions kept, RequestBudget budget) {
    this.policies = policies;
    this.present = present;
    this.kept = kept;
    this.budget = budget;
  }

  public TenantPolicy present() {
    return present;
  }

  /**
   * The present policy as some changes would make it.
   *
   * @throws IamException CONFLICT when it needs more memory than there is for it, as the change
   *     itself would, or the changes since it was loaded are too many; TOO_MANY_REQUESTS when the
   *     budget ended on the way
   */
  public TenantPolicy draft(List<PolicyChange> changes) {
    TenantPolicy draft = drafted(changes);
    policies.limit().require(present.weight(), draft.weight());
    return draft;
  }

  private TenantPolicy drafted(List<PolicyChange> changes) {
    try {
      return policies.apply(present, present.version() + 1, changes);
    } catch (ChangeApplier.ReloadNeeded e) {
      TenantPolicy draft = load(present.version(), changes);
      if (draft != null) {
        return draft;
      }
      throw budget.isOver()
          ? IamException.of(
              ErrorCode.TOO_MANY_REQUESTS, "The draft exceeds the time limit for simulations.")
          : IamException.of(
              ErrorCode.CONFLICT, "The draft needs more memory than is currently available.");
    }
  }

  /**
   * A past version: the present one with the changes since undone.
   *
   * @return null when it cannot be restored: its changes are not kept, or take too much memory; or
   *     when the budget is over, which says nothing about the version
   */
  public @Nullable TenantPolicy at(long version) {
    if (version == present.version()) {
      return present;
    }
    if (version <= 0 || version <= lost || version > present.version()) {
      return null;
    }
    TenantPolicy restored = back(nearest(version), version);
    if (restored == null && !budget.isOver()) {
      lost = version;
    }
    return restored;
  }

  private TenantPolicy nearest(long version) {
    TenantPolicy start = loaded == null || loaded.version() < version ? present : loaded;
    TenantPolicy later = kept.from(version);
    return later == null || later.version() > start.version() ? start : later;
  }

  private @Nullable TenantPolicy back(TenantPolicy start, long version) {
    TenantPolicy cursor = start;
    while (cursor != null && cursor.version() > version) {
      long from = cursor.version();
      long to = Math.max(version, from - OtherPolicies.PAGE_VERSIONS);
      Undoing page = policies.back(present.organization(), from, to, kept, budget);
      if (!budget.spend(UNDO_STEPS * page.rows())) {
        return null;
      }
      long reached = page.reached(to);
      cursor = reached < 0 ? null : undone(cursor, reached, page);
    }
    return cursor;
  }

  private @Nullable TenantPolicy undone(TenantPolicy later, long version, Undoing page) {
    try {
      TenantPolicy earlier = policies.apply(later, version, page.changes());
      return kept.keep(earlier, page) ? earlier : null;
    } catch (ChangeApplier.ReloadNeeded e) {
      return load(version, List.of());
    }
  }

  private @Nullable TenantPolicy load(long version, List<PolicyChange> changes) {
    if (loads++ >= MAX_LOADS) {
      return null;
    }
    forget();
    LoadWeight weight = null;
    try {
      weight = policies.weight();
      TenantPolicy read = policies.load(present.organization(), version, changes, weight, budget);
      loaded = read;
      loadedWeight = weight;
      long steps = (long) LOAD_STEPS * read.snapshot().nodeCount();
      return budget.spend((int) Math.min(Integer.MAX_VALUE, steps)) ? read : null;
    } catch (LoadWeight.TooHeavy | IllegalStateException | IllegalArgumentException e) {
      if (!budget.isOver()) {
        LOG.infof(
            e,
            "could not restore version %d of the policy of organization %s",
            version,
            present.organization());
      }
      return null;
    } finally {
      if (loadedWeight == null && weight != null) {
        weight.close();
      }
    }
  }

  /** Forgets the version read from the tables, and the versions made of it. */
  private void forget() {
    if (loaded != null) {
      kept.forgetUpTo(loaded.version());
      loaded = null;
    }
    if (loadedWeight != null) {
      loadedWeight.close();
      loadedWeight = null;
    }
  }

  @Override
  public void close() {
    forget();
    kept.close();
  }
}
