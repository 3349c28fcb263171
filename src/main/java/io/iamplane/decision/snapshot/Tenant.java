package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.snapshot.ChangeApplier.ReloadNeeded;
import io.iamplane.shared.OrganizationId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's policy in memory. Readers take {@link #policy()} without a lock; writers take turns.
 */
final class Tenant {

  private static final Logger LOG = Logger.getLogger(Tenant.class);

  /** More changes than these, out of order, are read from the database instead. */
  private static final int MAX_PENDING = 64;

  private final OrganizationId id;
  private final ChangeApplier applier;
  private final TreeMap<Long, List<PolicyChange>> pending = new TreeMap<>();

  private volatile @Nullable TenantPolicy policy;
  private volatile long required;
  private volatile boolean absent;
  private @Nullable String failure;
  private @Nullable CompletableFuture<Void> refreshing;

  Tenant(OrganizationId id, ChangeApplier applier) {
    this.id = id;
    this.applier = applier;
  }

  OrganizationId id() {
    return id;
  }

  /** The newest version that is loaded; null before the first load, or when there is none. */
  @Nullable TenantPolicy policy() {
    return policy;
  }

  /** The policy when it is at least at the version that is known to exist, else null. */
  @Nullable TenantPolicy current(long atLeast) {
    TenantPolicy present = policy;
    return present != null && present.version() >= Math.max(required, atLeast) ? present : null;
  }

  /** Whether the last load found no such organization. */
  boolean isAbsent() {
    return absent;
  }

  /** From now on nothing below this version is current. */
  synchronized void require(long version) {
    required = Math.max(required, version);
  }

  /** Takes over a change of this process; what comes out of order waits for what is missing. */
  synchronized void committed(long version, List<PolicyChange> changes) {
    require(version);
    if (policy == null || pending.size() >= MAX_PENDING) {
      return;
    }
    pending.put(version, changes);
    applyPending();
  }

  /** Takes over what the database says has changed. */
  synchronized void apply(TreeMap<Long, List<PolicyChange>> history) {
    pending.putAll(history);
    applyPending();
  }

  /** Remembers why it could not be loaded; whether that is news, for the log. */
  synchronized boolean failed(String why) {
    boolean news = !why.equals(failure);
    failure = why;
    return news;
  }

  /** Forgets what is loaded: the next question loads afresh. */
  synchronized void drop() {
    policy = null;
    pending.clear();
  }

  /** Starts afresh from a load; null says that there is no such organization. */
  synchronized void replace(@Nullable TenantPolicy loaded) {
    absent = loaded == null;
    failure = null;
    TenantPolicy present = policy;
    if (loaded != null && (present == null || present.version() <= loaded.version())) {
      policy = loaded;
      require(loaded.version());
      applyPending();
    }
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

  /** Begins to bring a tenant up to date. */
  @FunctionalInterface
  interface Refresher {
    CompletableFuture<Void> start(Tenant tenant);
  }

  private void applyPending() {
    TenantPolicy present = policy;
    while (present != null && !pending.isEmpty()) {
      Map.Entry<Long, List<PolicyChange>> next = pending.firstEntry();
      if (next.getKey() > present.version() + 1) {
        return;
      }
      pending.pollFirstEntry();
      if (next.getKey() == present.version() + 1) {
        present = applied(present, next.getKey(), next.getValue());
        policy = present;
      }
    }
  }

  /** Null when the tenant has to be loaded afresh: until then it has no answer. */
  private @Nullable TenantPolicy applied(
      TenantPolicy present, long version, List<PolicyChange> changes) {
    try {
      return applier.apply(present, version, changes);
    } catch (ReloadNeeded e) {
      LOG.debugf(e, "organization %s is loaded afresh at version %d", id, version);
    } catch (RuntimeException e) {
      LOG.errorf(e, "organization %s is loaded afresh at version %d", id, version);
    }
    pending.clear();
    return null;
  }
}
