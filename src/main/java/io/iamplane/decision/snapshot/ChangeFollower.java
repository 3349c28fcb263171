package io.iamplane.decision.snapshot;

import io.iamplane.change.ChangeSignals;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.database.ControlConnections;
import io.iamplane.database.Notifications.Subscription;
import io.iamplane.shared.OrganizationId;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Brings tenants in memory up to date with the changes since their version. A few tenants are
 * followed at a time. Each one yields its turn after a page, so that a tenant with a short history
 * waits for a page of each tenant before it, not for their whole histories.
 */
@Singleton
class ChangeFollower {

  /** More versions than these behind, a fresh load is cheaper than following. */
  static final int MAX_VERSIONS_BEHIND = 1_000;

  /** The number of versions that are applied before the next tenant's turn. */
  static final int PAGE = 20;

  /** The other control connections are for the freshness of all tenants, and for probes. */
  private static final int RESERVED_CONNECTIONS = 2;

  private final History history;
  private final Turns turns;

  /** The versions in the database; see {@link PolicyHistoryQuery}. */
  interface History {

    Present present(Collection<OrganizationId> organizations);

    TreeMap<Long, List<PolicyChange>> since(OrganizationId organization, long version, int limit);

    default Subscription signals(Consumer<Map<OrganizationId, Long>> heard) {
      return () -> {};
    }
  }

  /** The history in the tables, and the signals of the writers. */
  record Stored(PolicyHistoryQuery history, ChangeSignals changes) implements History {

    @Override
    public Present present(Collection<OrganizationId> organizations) {
      return history.present(organizations);
    }

    @Override
    public TreeMap<Long, List<PolicyChange>> since(
        OrganizationId organization, long version, int limit) {
      return history.since(organization, version, limit);
    }

    @Override
    public Subscription signals(Consumer<Map<OrganizationId, Long>> heard) {
      return changes.listen(heard);
    }
  }

  @Inject
  ChangeFollower(PolicyHistoryQuery history, ChangeSignals changes) {
    this(new Stored(history, changes), ControlConnections.CONNECTIONS - RESERVED_CONNECTIONS);
  }

  ChangeFollower(History history, int atATime) {
    this.history = history;
    this.turns = new Turns(atATime, "iam-policy-follow-");
  }

  /** Applies the missing versions, a page a turn; drops the policy if a load is cheaper. */
  CompletableFuture<Void> follow(Tenant tenant) {
    return follow(tenant, MAX_VERSIONS_BEHIND / PAGE);
  }

  private CompletableFuture<Void> follow(Tenant tenant, int pages) {
    if (tenant.policy() == null) {
      return CompletableFuture.completedFuture(null);
    }
    if (pages == 0) {
      return turns.run(tenant::drop);
    }
    return turns
        .start(() -> followed(tenant))
        .thenCompose(done ->
            done ? CompletableFuture.<Void>completedFuture(null) : follow(tenant, pages - 1));
  }

  /**
   * Brings a fresh load of a worn tenant up to date, page by page as its turns come, and lets it
   * take the place of the worn policy, which answers until then.
   */
  CompletableFuture<Void> renew(Tenant tenant, TenantPolicy loaded) {
    return renew(tenant, loaded, MAX_VERSIONS_BEHIND / PAGE);
  }

  private CompletableFuture<Void> renew(Tenant tenant, TenantPolicy loaded, int pages) {
    if (tenant.renewed(loaded)) {
      return CompletableFuture.completedFuture(null);
    }
    if (pages == 0) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("the reload could not keep up with the changes"));
    }
    return turns
        .start(() -> tenant.followed(loaded, history.since(tenant.id(), loaded.version(), PAGE)))
        .thenCompose(next -> renew(tenant, next, pages - 1));
  }

  /** Follows one page; true at the end. The policy is dropped if a change cannot be applied. */
  private boolean followed(Tenant tenant) {
    TenantPolicy policy = tenant.policy();
    if (policy == null) {
      return true;
    }
    TreeMap<Long, List<PolicyChange>> page = history.since(tenant.id(), policy.version(), PAGE);
    tenant.apply(page);
    return page.size() < PAGE;
  }

  /** The present versions of several tenants, and the time by the database's clock. */
  Present present(Collection<OrganizationId> organizations) {
    return history.present(organizations);
  }

  /** Hears which tenants have changed, until closed; see {@link ChangeSignals}. */
  Subscription signals(Consumer<Map<OrganizationId, Long>> heard) {
    return history.signals(heard);
  }

  @PreDestroy
  void stop() {
    turns.stop();
  }
}
