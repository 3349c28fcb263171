package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.snapshot.ChangeApplier.ReloadNeeded;
import io.iamplane.shared.OrganizationId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's policy in memory. Readers take {@link #policy()} without a lock. Any thread queues
 * changes, and one at a time applies them. A thread that finds another one applying leaves its
 * change to that thread, so that neither a request nor the refresh of all tenants waits for a
 * tenant with slow changes.
 */
final class Tenant {

  private static final Logger LOG = Logger.getLogger(Tenant.class);

  /** More changes than these, out of order, are read from the database instead. */
  private static final int MAX_PENDING = 64;

  /** The weight of a tenant without a policy, in bytes. */
  private static final long EMPTY_WEIGHT = 1_024;

  private final OrganizationId id;
  private final ChangeApplier applier;
  private final ConcurrentSkipListMap<Long, List<PolicyChange>> pending =
      new ConcurrentSkipListMap<>();

  /** Held while the policy is replaced; threads that must not wait only try it. */
  private final ReentrantLock applying = new ReentrantLock();

  private final AtomicLong required = new AtomicLong();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile @Nullable TenantPolicy policy;
  private final BackOff backOff = new BackOff();
  private final BackOff renewals = new BackOff();
  private final AtomicBoolean renewing = new AtomicBoolean();
  private volatile boolean absent;
  private final TenantUse usage = new TenantUse();
  private volatile long number;
  private @Nullable CompletableFuture<Void> refreshing;

  Tenant(OrganizationId id, ChangeApplier applier) {
    this.id = id;
    this.applier = applier;
  }

  OrganizationId id() {
    return id;
  }

  /** The newest version that is loaded; null before the first load, or without a policy. */
  @Nullable TenantPolicy policy() {
    return policy;
  }

  /** The policy when it is at least at the version that is known to exist, else null. */
  @Nullable TenantPolicy current(long atLeast) {
    TenantPolicy present = policy;
    return present != null && present.version() >= Math.max(required.get(), atLeast)
        ? present
        : null;
  }

  /** Returns true if the last load found no such organization. */
  boolean isAbsent() {
    return absent;
  }

  void admitted(long among) {
    number = among;
  }

  /** Larger than that of all that were made before it. */
  long number() {
    return number;
  }

  TenantUse usage() {
    return usage;
  }

  /** About how many bytes it takes. */
  long weight() {
    TenantPolicy present = policy;
    return present == null ? EMPTY_WEIGHT : present.weight();
  }

  /** Stops being current, with any policy, because another instance takes its place. */
  void forgotten() {
    require(Long.MAX_VALUE);
  }

  boolean isForgotten() {
    return required.get() == Long.MAX_VALUE;
  }

  /** Nothing below this version is current. */
  long required() {
    return required.get();
  }

  void require(long version) {
    required.accumulateAndGet(version, Math::max);
  }

  /** Returns true if its policy in memory is older than the version. */
  boolean isBehind(long version) {
    TenantPolicy present = policy;
    return present != null && present.version() < version;
  }

  /**
   * Applies a change of this process; a change out of order waits for the missing ones. Returns at
   * once when another thread applies changes: that thread applies this one too, and until then the
   * policy is not {@link #current}.
   */
  void committed(long version, List<PolicyChange> changes) {
    require(version);
    if (policy == null || pending.size() >= MAX_PENDING) {
      return;
    }
    pending.put(version, changes);
    applyWithoutWaiting();
  }

  /** Applies changes from the database, after those being applied now. */
  void apply(TreeMap<Long, List<PolicyChange>> history) {
    pending.putAll(history);
    locked(this::applyPending);
    applyWithoutWaiting();
  }

  private void locked(Runnable change) {
    applying.lock();
    try {
      change.run();
    } finally {
      applying.unlock();
    }
  }

  /** The pause before the next load after a failure. */
  BackOff backOff() {
    return backOff;
  }

  /** Remembers the reason of a failed load; true if it is new and should be logged. */
  boolean failed(String why, long now) {
    backOff.failed(now);
    return !why.equals(failure.getAndSet(why));
  }

  /** Forgets failures: the next one is logged, and the pause after it is short again. */
  void succeeded() {
    failure.set(null);
    backOff.reset();
  }

  boolean isFailing() {
    return failure.get() != null;
  }

  /** Drops the policy; the next request reloads it. */
  void drop() {
    locked(this::forget);
  }

  /** Starts again from a load; null says that there is no such organization. */
  void replace(@Nullable TenantPolicy loaded) {
    locked(() -> {
      absent = loaded == null;
      succeeded();
      TenantPolicy present = policy;
      if (loaded != null && (present == null || present.version() <= loaded.version())) {
        policy = loaded;
        require(loaded.version());
        applyPending();
      }
    });
    applyWithoutWaiting();
  }

  /**
   * Begins a renewal, and returns true, if one is due; {@link #renewed} or {@link #notRenewed} ends
   * it.
   */
  boolean beginsRenewal(long now) {
    TenantPolicy present = policy;
    return present != null
        && present.isWorn()
        && renewals.isOver(now)
        && renewing.compareAndSet(false, true);
  }

  /** Applies later changes to a loaded policy, apart from the present one. */
  TenantPolicy followed(TenantPolicy loaded, TreeMap<Long, List<PolicyChange>> history) {
    TenantPolicy next = loaded;
    for (Map.Entry<Long, List<PolicyChange>> change : history.entrySet()) {
      if (change.getKey() == next.version() + 1) {
        next = applier.apply(next, change.getKey(), change.getValue());
      }
    }
    return next;
  }

  /** Replaces a worn policy by a fresh one, and returns true, unless that is older. */
  boolean renewed(TenantPolicy fresh) {
    applying.lock();
    try {
      TenantPolicy present = policy;
      if (present != null && present.version() > fresh.version()) {
        return false;
      }
      policy = fresh;
      applyPending();
    } finally {
      applying.unlock();
    }
    applyWithoutWaiting();
    renewals.reset();
    renewing.set(false);
    return true;
  }

  /** The worn policy goes on; another renewal is begun later. */
  void notRenewed(long now) {
    renewals.failed(now);
    renewing.set(false);
  }

  /** Starts to bring it up to date, or joins the refresh in progress. */
  synchronized CompletableFuture<Void> refresh(Refresher refresher) {
    CompletableFuture<Void> present = refreshing;
    if (present == null || present.isDone()) {
      present = refresher.start(this);
      refreshing = present;
    }
    return present;
  }

  synchronized boolean isRefreshing() {
    return refreshing != null && !refreshing.isDone();
  }

  /** Begins to bring a tenant up to date; must not do it on the calling thread. */
  @FunctionalInterface
  interface Refresher {
    CompletableFuture<Void> start(Tenant tenant);
  }

  /** Checks again after each release: changes queued in between were left to this thread. */
  private void applyWithoutWaiting() {
    while (hasNext() && applying.tryLock()) {
      try {
        applyPending();
      } finally {
        applying.unlock();
      }
    }
  }

  private boolean hasNext() {
    TenantPolicy present = policy;
    Map.Entry<Long, List<PolicyChange>> next = pending.firstEntry();
    return present != null && next != null && next.getKey() <= present.version() + 1;
  }

  private void applyPending() {
    while (hasNext()) {
      Map.Entry<Long, List<PolicyChange>> next = pending.pollFirstEntry();
      TenantPolicy present = policy;
      if (next != null && present != null && next.getKey() == present.version() + 1) {
        apply(present, next.getKey(), next.getValue());
      }
    }
  }

  /** If that fails, the policy is dropped, and there is no answer until a reload. */
  private void apply(TenantPolicy present, long version, List<PolicyChange> changes) {
    try {
      policy = applier.apply(present, version, changes);
      return;
    } catch (ReloadNeeded e) {
      LOG.debugf(
          e, "could not apply version %d of the policy of organization %s; reloading", version, id);
    } catch (RuntimeException | Error e) {
      LOG.errorf(
          e, "could not apply version %d of the policy of organization %s; reloading", version, id);
    }
    forget();
  }

  private void forget() {
    policy = null;
    pending.clear();
  }

  /**
   * The pause after a failed load of a tenant's policy: a second, then twice as long each time, up
   * to 30 s. Thread-safe.
   */
  static final class BackOff {

    private static final long FIRST = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST = Duration.ofSeconds(30).toNanos();

    private long pause;
    private long until;

    synchronized boolean isOver(long now) {
      return pause == 0 || now - until >= 0;
    }

    synchronized void failed(long now) {
      pause = pause == 0 ? FIRST : Math.min(2 * pause, LONGEST);
      until = now + pause;
    }

    /** Begins again with the shortest pause, and without one until the next failure. */
    synchronized void reset() {
      pause = 0;
    }
  }
}
