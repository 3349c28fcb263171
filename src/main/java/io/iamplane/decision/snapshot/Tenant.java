package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.snapshot.ChangeApplier.ReloadNeeded;
import io.iamplane.shared.OrganizationId;
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
 * One tenant's policy in memory. Readers take {@link #policy()} without a lock. Changes are queued
 * by any thread and applied by one at a time; a thread that finds another one applying leaves its
 * change to that one and goes on, so that neither a request nor the refresh of all tenants waits
 * for a tenant whose changes are slow to apply.
 */
final class Tenant {

  private static final Logger LOG = Logger.getLogger(Tenant.class);

  /** More changes than these, out of order, are read from the database instead. */
  private static final int MAX_PENDING = 64;

  /** What a tenant without a policy takes, in bytes. */
  private static final long EMPTY_WEIGHT = 1_024;

  private final OrganizationId id;
  private final ChangeApplier applier;
  private final ConcurrentSkipListMap<Long, List<PolicyChange>> pending =
      new ConcurrentSkipListMap<>();

  /** Held while the policy is replaced; never waited for by those who must not wait. */
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

  /** Whether the last load found no such organization. */
  boolean isAbsent() {
    return absent;
  }

  /** Takes its number among all that were made. */
  void admitted(long among) {
    number = among;
  }

  /** Larger than that of all that were made before it. */
  long number() {
    return number;
  }

  /** How much it is used. */
  TenantUse usage() {
    return usage;
  }

  /** About how many bytes it takes. */
  long weight() {
    TenantPolicy present = policy;
    return present == null ? EMPTY_WEIGHT : present.weight();
  }

  /** Is not current any more, whatever is loaded: another takes its place. */
  void forgotten() {
    require(Long.MAX_VALUE);
  }

  boolean isForgotten() {
    return required.get() == Long.MAX_VALUE;
  }

  /** The version that is known to exist: nothing below it is current. */
  long required() {
    return required.get();
  }

  /** From now on nothing below this version is current. */
  void require(long version) {
    required.accumulateAndGet(version, Math::max);
  }

  /** Whether there is a policy of it in memory that is older than a version. */
  boolean isBehind(long version) {
    TenantPolicy present = policy;
    return present != null && present.version() < version;
  }

  /**
   * Takes over a change of this process; what comes out of order waits for what is missing. Returns
   * at once when another thread applies: then that one takes this change along, and until it has,
   * the policy is not {@link #current}.
   */
  void committed(long version, List<PolicyChange> changes) {
    require(version);
    if (policy == null || pending.size() >= MAX_PENDING) {
      return;
    }
    pending.put(version, changes);
    applyWithoutWaiting();
  }

  /** Takes over what the database says has changed, after what is being applied now. */
  void apply(TreeMap<Long, List<PolicyChange>> history) {
    pending.putAll(history);
    applying.lock();
    try {
      applyPending();
    } finally {
      applying.unlock();
    }
    applyWithoutWaiting();
  }

  /** When it may be loaded again after it could not be. */
  BackOff backOff() {
    return backOff;
  }

  /** Remembers why it could not be loaded; whether that is news, for the log. */
  boolean failed(String why, long now) {
    backOff.failed(now);
    return !why.equals(failure.getAndSet(why));
  }

  /** Whether the last load failed. */
  boolean isFailing() {
    return failure.get() != null;
  }

  /** Forgets what is loaded: the next question reloads it. */
  void drop() {
    applying.lock();
    try {
      forget();
    } finally {
      applying.unlock();
    }
  }

  /** Starts again from a load; null says that there is no such organization. */
  void replace(@Nullable TenantPolicy loaded) {
    applying.lock();
    try {
      absent = loaded == null;
      failure.set(null);
      backOff.reset();
      TenantPolicy present = policy;
      if (loaded != null && (present == null || present.version() <= loaded.version())) {
        policy = loaded;
        require(loaded.version());
        applyPending();
      }
    } finally {
      applying.unlock();
    }
    applyWithoutWaiting();
  }

  /**
   * Whether a renewal is due and begins now, which {@link #renewed} or {@link #notRenewed} ends.
   */
  boolean beginsRenewal(long now) {
    TenantPolicy present = policy;
    return present != null
        && present.isWorn()
        && renewals.isOver(now)
        && renewing.compareAndSet(false, true);
  }

  /** A loaded policy after what changed since, apart from the present one. */
  TenantPolicy followed(TenantPolicy loaded, TreeMap<Long, List<PolicyChange>> history) {
    TenantPolicy next = loaded;
    for (Map.Entry<Long, List<PolicyChange>> change : history.entrySet()) {
      if (change.getKey() == next.version() + 1) {
        next = applier.apply(next, change.getKey(), change.getValue());
      }
    }
    return next;
  }

  /** Takes a fresh policy instead of a worn one, unless it is older; whether it did. */
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

  /** The work that brings it up to date, shared by all who wait for it. */
  synchronized CompletableFuture<Void> refresh(Refresher refresher) {
    CompletableFuture<Void> present = refreshing;
    if (present == null || present.isDone()) {
      present = refresher.start(this);
      refreshing = present;
    }
    return present;
  }

  /** Whether it is being brought up to date now. */
  synchronized boolean isRefreshing() {
    return refreshing != null && !refreshing.isDone();
  }

  /** Begins to bring a tenant up to date; must not do it on the calling thread. */
  @FunctionalInterface
  interface Refresher {
    CompletableFuture<Void> start(Tenant tenant);
  }

  /** Looks again after each release: what was queued meanwhile was left to this thread. */
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

  /** What cannot be applied makes a fresh load necessary: until then there is no answer. */
  private void apply(TenantPolicy present, long version, List<PolicyChange> changes) {
    try {
      policy = applier.apply(present, version, changes);
      return;
    } catch (ReloadNeeded e) {
      LOG.debugf(e, "reloaded the policy of organization %s at version %d", id, version);
    } catch (RuntimeException | Error e) {
      LOG.errorf(e, "reloaded the policy of organization %s at version %d", id, version);
    }
    forget();
  }

  private void forget() {
    policy = null;
    pending.clear();
  }
}
