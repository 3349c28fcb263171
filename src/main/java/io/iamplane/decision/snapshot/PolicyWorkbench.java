package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Policies that are made of a present one: its past versions, and drafts. Most share nearly all of
 * their memory with it; one at a time may be read from the tables and counts like one that is
 * loaded. For one thread; to be closed.
 */
public final class PolicyWorkbench implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(PolicyWorkbench.class);

  /** How many versions are undone at once. */
  private static final int STRIDE = 20;

  /** How many past versions are kept at hand: replicas decide by slightly different ones. */
  private static final int KEPT = 64;

  /** How often a version is read from the tables, which takes as long as to load the tenant. */
  private static final int MAX_LOADS = 8;

  private final OtherPolicies policies;
  private final TenantPolicy present;
  private final Map<Long, TenantPolicy> kept =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, TenantPolicy> eldest) {
          return size() > KEPT;
        }
      };
  private TenantPolicy cursor;
  private @Nullable LoadWeight loaded;
  private int loads;

  /** No version up to this one can be restored. */
  private long lost = -1;

  PolicyWorkbench(OtherPolicies policies, TenantPolicy present) {
    this.policies = policies;
    this.present = present;
    this.cursor = present;
  }

  /** The policy that it starts from. */
  public TenantPolicy present() {
    return present;
  }

  /**
   * The present policy as some changes would make it.
   *
   * @throws IamException CONFLICT when it needs more memory than there is for it, or the changes
   *     since it was loaded are too many
   */
  public TenantPolicy draft(List<PolicyChange> changes) {
    try {
      return policies.apply(present, present.version() + 1, changes);
    } catch (ChangeApplier.ReloadNeeded e) {
      TenantPolicy draft = load(present.version(), changes);
      if (draft == null) {
        throw IamException.of(
            ErrorCode.CONFLICT, "The draft takes more memory than there is for it.");
      }
      return draft;
    }
  }

  /**
   * A past version: the present one with the changes since undone.
   *
   * @return null when it cannot be restored: its changes are not kept, or take too much memory
   */
  public @Nullable TenantPolicy at(long version) {
    if (version == present.version()) {
      return present;
    }
    if (version <= 0 || version <= lost || version > present.version()) {
      return null;
    }
    TenantPolicy known = kept.get(version);
    if (known != null) {
      return known;
    }
    if (version > cursor.version()) {
      cursor = present;
    }
    return back(version);
  }

  private @Nullable TenantPolicy back(long version) {
    while (cursor.version() > version) {
      long next = Math.max(version, cursor.version() - STRIDE);
      int number = (int) (cursor.version() - next);
      NavigableMap<Long, List<PolicyChange>> versions =
          policies.versions(present.organization(), next, number);
      if (versions.size() != number) {
        lost = version;
        return null;
      }
      TenantPolicy earlier = undone(next, Undoing.of(versions));
      if (earlier == null) {
        lost = version;
        return null;
      }
      cursor = earlier;
    }
    kept.put(version, cursor);
    return cursor;
  }

  private @Nullable TenantPolicy undone(long version, List<PolicyChange> reverse) {
    try {
      return policies.apply(cursor, version, reverse);
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
      TenantPolicy read = policies.load(present.organization(), version, changes, weight);
      loaded = weight;
      return read;
    } catch (LoadWeight.TooHeavy
        | OtherPolicies.NotRestored
        | IllegalStateException
        | IllegalArgumentException e) {
      LOG.infof(e, "version %d of %s is not restored", version, present.organization());
      return null;
    } finally {
      if (loaded == null && weight != null) {
        weight.close();
      }
    }
  }

  /** What was made of the one that was read before goes with it. */
  private void forget() {
    kept.clear();
    cursor = present;
    if (loaded != null) {
      loaded.close();
      loaded = null;
    }
  }

  @Override
  public void close() {
    forget();
  }
}
