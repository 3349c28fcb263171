package io.iamplane.change;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tenants' policies as the current transaction knows them: its own unwritten changes, and the
 * policy that a reader keeps for the later changes of the transaction.
 */
@Singleton
public class TransactionPolicy {

  private final TenantLocks locks;
  private final PolicyHistoryQuery history;

  TransactionPolicy(TenantLocks locks, PolicyHistoryQuery history) {
    this.locks = locks;
    this.history = history;
  }

  /**
   * The versions after one, oldest first, as the transaction sees them: those in the database, read
   * on its own connection and {@code limit} at most, and its own.
   */
  public TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit) {
    Optional<TenantChanges> locked = locked(organization);
    TreeMap<Long, List<PolicyChange>> missed =
        locked.isPresent() && locked.get().isKnownSince(version)
            ? new TreeMap<>()
            : MemoryTransaction.reading(
                () -> history.sinceInTransaction(organization, version, limit));
    locked.ifPresent(tenant ->
        tenant
            .knownSince(version)
            .forEach(change -> missed.put(change.version(), change.policyChanges())));
    return missed;
  }

  /** The policy kept for a tenant; null if none. */
  public <P> @Nullable P kept(OrganizationId organization, Class<P> type) {
    return locked(organization).map(TenantChanges::policy).map(type::cast).orElse(null);
  }

  /** Keeps a tenant's policy as it is now, when the transaction has locked the tenant. */
  public void keep(OrganizationId organization, Object policy) {
    locked(organization).ifPresent(tenant -> tenant.keepPolicy(policy));
  }

  private Optional<TenantChanges> locked(OrganizationId organization) {
    return locks.open().of(organization);
  }
}
