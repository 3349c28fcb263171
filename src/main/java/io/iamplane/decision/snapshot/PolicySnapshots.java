package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.database.WaitingRoom;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.wire.MustWaitException;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Reception;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The policies of tenants in use. They are loaded on first use and then kept up to date: by this
 * process's own changes at once, by those of others as soon as a signal says so, and as often as
 * {@link DecisionConfig#REFRESH_INTERVAL} says at least.
 */
@Singleton
public class PolicySnapshots implements PolicyChangeListener {

  private static final Logger LOG = Logger.getLogger(PolicySnapshots.class);

  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  /** The first may have begun before the version that is demanded was there. */
  private static final int LOOKS = 2;

  private final MemoryBudget memory;
  private final LoadedTenants tenants;
  private final ChangeApplier applier;
  private final ChangeFollower follower;
  private final Freshness freshness;
  private final PolicySignals signals;
  private final Ticker ticker;
  private final Duration loadDeadline;
  private final WaitingRoom room;
  private final PolicyLoads loads;
  private final Turns looks = new Turns(1, "iam-policy-look-");
  private final LongAdder failedLoads = new LongAdder();
  private final ClockAgreement clocks;
  private volatile boolean ended;

  @Inject
  PolicySnapshots(
      SnapshotLoader loader,
      ChangeApplier applier,
      ChangeFollower follower,
      DecisionConfig config,
      MemoryBudget memory,
      Ticker ticker,
      Clock clock) {
    this(
        loader,
        applier,
        follower,
        config,
        DecisionConfig.REFRESH_INTERVAL,
        new WaitingRoom(DecisionConfig.WAITING_PER_TENANT, DecisionConfig.WAITING),
        memory,
        ticker,
        clock);
  }

  PolicySnapshots(
      SnapshotLoader loader,
      ChangeApplier applier,
      ChangeFollower follower,
      DecisionConfig config,
      Duration interval,
      WaitingRoom room,
      MemoryBudget memory,
      Ticker ticker,
      Clock clock) {
    this.applier = applier;
    this.follower = follower;
    this.ticker = ticker;
    this.loadDeadline = config.requestDeadline();
    this.memory = memory;
    this.tenants = new LoadedTenants(memory);
    this.room = room;
    this.loads = new PolicyLoads(loader, ticker, MemoryBudget.PARALLEL_LOADS);
    this.clocks = new ClockAgreement(clock);
    this.freshness = new Freshness(ticker, config, interval, this::look);
    this.signals = new PolicySignals(follower, tenants, this::refresh);
  }

  /**
   * The policy of a tenant, in memory; null when it is not loaded, or not at the version that is
   * known to exist or demanded. Takes no lock and waits for nothing.
   */
  public @Nullable TenantPolicy loaded(OrganizationId organization, long atLeast) {
    Tenant tenant = tenants.use(organization);
    return tenant == null ? null : tenant.current(atLeast);
  }

  /** The policy of a tenant that was loaded last, however old; null if absent. */
  public @Nullable TenantPolicy known(OrganizationId organization) {
    Tenant tenant = tenants.use(organization);
    return tenant == null ? null : tenant.policy();
  }

  /**
   * The policy of a tenant, waiting for it to be loaded or brought up to a version. The wait takes
   * a thread: it is bounded in time, and in number for each tenant and for all.
   *
   * @return null if none is loaded by the deadline, or there is no such organization; at once when
   *     too many wait, when the last load failed a short time ago, and when the database knows no
   *     such version
   * @throws MustWaitException on a thread that must not wait
   */
  public @Nullable TenantPolicy await(OrganizationId organization, long atLeast) {
    MustWaitException.requireMayWait();
    freshness.start();
    signals.start();
    Tenant tenant = tenants.use(organization, id -> new Tenant(id, applier));
    if (!tenant.backOff().isOver(ticker.nanos()) || !room.enter(organization)) {
      return null;
    }
    try {
      return await(tenant, atLeast);
    } finally {
      room.leave(organization);
    }
  }

  private @Nullable TenantPolicy await(Tenant tenant, long atLeast) {
    long deadline = ticker.nanos() + loadDeadline.toNanos();
    TenantPolicy current = tenant.current(atLeast);
    int looks = 0;
    while (current == null && looks < LOOKS && await(tenant.refresh(this::refresh), deadline)) {
      current = tenant.current(atLeast);
      if (tenant.isAbsent()) {
        tenants.remove(tenant);
        return null;
      }
      if (tenant.isForgotten()) {
        return null;
      }
      if (tenant.current(0) != null) {
        looks++;
      }
    }
    return current;
  }

  /**
   * The policy as some changes would make it, visible to the caller only.
   *
   * @throws IllegalStateException when it can only be known by reloading the tenant
   */
  public TenantPolicy draft(TenantPolicy policy, List<PolicyChange> changes) {
    try {
      return applier.apply(policy, policy.version() + 1, changes);
    } catch (ChangeApplier.ReloadNeeded e) {
      throw new IllegalStateException("the draft cannot be made from the policy in memory", e);
    }
  }

  /** The most bytes that one tenant's policy may take; a heavier one is not loaded. */
  public long ceiling() {
    return memory.perTenant();
  }

  /** Returns true if the database confirmed the policies in memory recently. */
  public boolean isFresh() {
    return freshness.isFresh();
  }

  /** The time when the database answered again after its last outage, in nanoseconds. */
  public long returned() {
    return freshness.returned();
  }

  /**
   * Asks the database for confirmation, by a query on a control connection.
   *
   * @throws RuntimeException when it gives none
   */
  void confirm() {
    freshness.look();
  }

  int waiting() {
    return room.size();
  }

  @Override
  public void committed(OrganizationId organization, long version, List<PolicyChange> changes) {
    Tenant tenant = tenants.get(organization);
    if (tenant != null) {
      tenant.committed(version, changes);
    }
  }

  private boolean await(CompletableFuture<Void> refresh, long deadline) {
    try {
      refresh.get(deadline - ticker.nanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Refreshes a tenant. Each phase has threads of its own, so that neither requests that compute
   * nor slow loads of many tenants delay tenants that follow changes. The database confirms before
   * it, since other requests use the policy as soon as it is loaded, and again after a long load.
   */
  private CompletableFuture<Void> refresh(Tenant tenant) {
    return confirmed()
        .thenCompose(now -> follower.follow(tenant))
        // Another version may have come while the last page was read.
        .thenCompose(followed -> isBehind(tenant) ? follower.follow(tenant) : DONE)
        .thenCompose(followed -> tenant.current(0) == null ? load(tenant) : DONE)
        .thenCompose(loaded -> confirmed())
        .whenComplete((done, failure) -> {
          if (failure != null) {
            Throwable cause = failure.getCause();
            tell(tenant, failure instanceof CompletionException && cause != null ? cause : failure);
          } else if (tenant.current(0) != null) {
            tenant.succeeded();
          }
        });
  }

  private CompletableFuture<Void> confirmed() {
    return freshness.isFresh() ? DONE : looks.run(this::lookUnlessFresh);
  }

  private static boolean isBehind(Tenant tenant) {
    return tenant.policy() != null && tenant.current(0) == null;
  }

  private CompletableFuture<Void> load(Tenant tenant) {
    return loads
        .load(tenant.id())
        .thenAccept(loaded -> {
          tenant.replace(loaded.orElse(null));
          tenants.makeRoom();
        });
  }

  /** Polls unless fresh; of all waiting requests, only the first one polls. */
  private void lookUnlessFresh() {
    if (!freshness.isFresh()) {
      freshness.look();
    }
  }

  /** Errors too: a policy on which the stack overflows must not be denied without a word. */
  private void tell(Tenant tenant, Throwable failure) {
    if (ended) {
      // It was cut short by the end.
      return;
    }
    failedLoads.increment();
    if (tenant.failed(failure.toString(), ticker.nanos())) {
      LOG.logf(
          failure instanceof Error ? Level.ERROR : Level.WARN,
          failure,
          "could not load the policy of organization %s; will retry",
          tenant.id());
    }
  }

  long failedLoads() {
    return failedLoads.sum();
  }

  long loadsDone() {
    return loads.done();
  }

  long loadNanos() {
    return loads.nanos();
  }

  int size() {
    return tenants.ids().size();
  }

  long bytes() {
    return tenants.bytes();
  }

  double stalenessSeconds() {
    return freshness.ageSeconds();
  }

  double clockAheadSeconds() {
    return clocks.aheadSeconds();
  }

  long failing() {
    return tenants.failing();
  }

  /**
   * Queries the versions of all tenants in memory at once. Outdated tenants are refreshed on other
   * threads, so that no tenant delays the freshness of all.
   */
  private void look() {
    Instant sent = clocks.now();
    Map<OrganizationId, Long> known = tenants.known();
    Present present = follower.present(known.keySet());
    clocks.require(sent, present.at());
    if (!freshness.isFresh()) {
      tenants.forgive();
    }
    known.forEach((organization, version) ->
        confirm(organization, version, present.versions().getOrDefault(organization, 0L)));
    tenants.sweep();
  }

  /** Compares the version known before the query with the database's; 0: none. */
  private void confirm(OrganizationId organization, long known, long version) {
    Tenant tenant = tenants.get(organization);
    if (tenant == null || (version == 0 && known == 0)) {
      return;
    }
    if (version < known) {
      tenants.forget(tenant);
      LOG.errorf(
          "the database has version %d of the policy of organization %s but had version %d before:"
              + " changes were lost, for example in a failover without synchronous replication;"
              + " reloading the policy",
          version, organization, known);
      return;
    }
    tenant.require(version);
    if (tenant.current(0) == null && tenant.backOff().isOver(ticker.nanos())) {
      var _ = tenant.refresh(this::refresh); // which reports its failures itself
    } else if (tenant.beginsRenewal(ticker.nanos())) {
      var _ = renew(tenant);
    }
  }

  /**
   * Loads a worn tenant in the background. The worn policy answers and follows meanwhile: a change
   * that needs the present policy would wait for the load otherwise, and all behind it in the line.
   */
  private CompletableFuture<Void> renew(Tenant tenant) {
    return loads
        .load(tenant.id())
        .thenCompose(loaded -> loaded.map(fresh -> follower.renew(tenant, fresh)).orElseThrow())
        .whenComplete((done, failure) -> {
          if (failure == null) {
            tenants.makeRoom();
          } else {
            tenant.notRenewed(ticker.nanos());
            LOG.debugf(failure, "could not renew the policy of organization %s", tenant.id());
          }
        });
  }

  /** Before the connections and beans are gone that the work in the background uses. */
  void end(@Observes(notifyObserver = Reception.IF_EXISTS) ShutdownEvent event) {
    stop();
    follower.stop();
  }

  @PreDestroy
  void stop() {
    ended = true;
    signals.stop();
    freshness.stop();
    loads.stop();
    looks.stop();
  }
}
