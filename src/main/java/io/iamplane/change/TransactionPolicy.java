package io.iamplane.change;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the current transaction knows of tenants' policies: what it changed itself and has not
 * written yet, and what a reader keeps for the changes that follow in it.
 */
@Singleton
public class TransactionPolicy {

  private final TenantLocks locks;
  private final PolicyHistory history;

  TransactionPolicy(TenantLocks locks, PolicyHistory history) {
    this.locks = locks;
    this.history = history;
  }

  /**
   * The versions after one, oldest first, as the transaction sees them: those in the database, read
   * on its own connection, and its own.
   *
   * @param limit reads no more than this many versions from the database
   */
  public TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit) {
    Optional<TenantChanges> locked = locked(organization);
    TreeMap<Long, List<PolicyChange>> missed =
        locked.isPresent() && locked.get().isKnownSince(version)
            ? new TreeMap<>()
            : history.sinceInTransaction(organization, version, limit);
    locked.ifPresent(tenant ->
        tenant
            .knownSince(version)
            .forEach(change -> missed.put(change.version(), change.policyChanges())));
    return missed;
  }

  /** Whether changes before this one in its group made versions that no other connection reads. */
  public boolean isAhead(OrganizationId organization) {
    return locks.open().isGrouped()
        && locked(organization).stream()
            .anyMatch(tenant -> tenant.version() > tenant.startVersion());
  }

  /** Waits for the changes that the present one rests on: other connections see them then. */
  public void confirm() {
    locks.confirm();
  }

  /** Whether the present change is done again, alone: what memory said may have been wrong. */
  public boolean isRepeated() {
    return locks.open().isRepeated();
  }

  /** What was kept of a tenant's policy; null when nothing was, or what it rests on is undone. */
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
