package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.TransactionPolicy;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The policies that changes start from. A thread that holds the tenant's lock must not wait for
 * another connection, since threads that wait for the lock may hold all of them; so missing
 * versions are read on the transaction's own connection.
 */
@Singleton
public class BasePolicies {

  private final PolicySnapshots snapshots;
  private final ChangeApplier applier;
  private final TransactionPolicy transaction;

  BasePolicies(PolicySnapshots snapshots, ChangeApplier applier, TransactionPolicy transaction) {
    this.snapshots = snapshots;
    this.applier = applier;
    this.transaction = transaction;
  }

  /** The policy at the version that the current transaction sees; null if it cannot be loaded. */
  public @Nullable TenantPolicy of(OrganizationId organization) {
    TenantPolicy loaded = loaded(organization);
    TenantPolicy policy = loaded == null ? null : followed(organization, loaded);
    if (policy != null) {
      transaction.keep(organization, policy);
    }
    return policy;
  }

  private @Nullable TenantPolicy loaded(OrganizationId organization) {
    TenantPolicy kept = transaction.kept(organization, TenantPolicy.class);
    TenantPolicy known = kept == null ? snapshots.known(organization) : kept;
    if (known == null) {
      // Another connection does not see the changes that the present one rests on.
      MemoryTransaction.requireNone();
    }
    return known == null ? snapshots.await(organization, 0) : known;
  }

  private @Nullable TenantPolicy followed(OrganizationId organization, TenantPolicy from) {
    TenantPolicy policy = from;
    TreeMap<Long, List<PolicyChange>> missed =
        transaction.since(organization, from.version(), ChangeFollower.MAX_VERSIONS_BEHIND);
    try {
      for (Map.Entry<Long, List<PolicyChange>> version : missed.entrySet()) {
        policy = applier.apply(policy, version.getKey(), version.getValue());
      }
      return missed.size() < ChangeFollower.MAX_VERSIONS_BEHIND ? policy : null;
    } catch (ChangeApplier.ReloadNeeded e) {
      MemoryTransaction.requireNone();
      return snapshots.await(organization, missed.lastKey());
    }
  }
}
