package io.iamplane.change;

import io.iamplane.audit.chain.AuditLog;
import io.iamplane.audit.chain.ChainHead;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Locks tenants for the current transaction: the version first, then the head of the chain, which
 * the changes need at their end and no other transaction takes without the version.
 */
@Singleton
class TenantLocks {

  private final Transactions transactions;
  private final PolicyVersionStore versions;
  private final AuditLog audit;

  TenantLocks(Transactions transactions, PolicyVersionStore versions, AuditLog audit) {
    this.transactions = transactions;
    this.versions = versions;
    this.audit = audit;
  }

  /** What the current transaction has locked so far; nothing where there is no transaction. */
  OpenTenants open() {
    return transactions.active()
        ? transactions.attached(OpenTenants.class, OpenTenants::new)
        : new OpenTenants();
  }

  /** Drops what the transaction's session read so far. */
  void forgetReads() {
    versions.forgetReads();
  }

  /** A tenant, locked until the transaction ends; empty when it does not exist. */
  Optional<TenantChanges> lock(OrganizationId organization) {
    return present(organization).or(() -> locked(organization));
  }

  /**
   * As {@link #lock}, for a thread that holds a connection and the turn of another tenant
   * meanwhile: waits a second at most.
   */
  Optional<TenantChanges> lockSoon(OrganizationId organization) {
    return present(organization)
        .or(() -> {
          String usual = versions.limitLockWait("1s");
          Optional<TenantChanges> tenant = locked(organization);
          versions.limitLockWait(usual);
          return tenant;
        });
  }

  /** A tenant that the transaction is about to create. */
  TenantChanges created(OrganizationId organization) {
    TenantChanges tenant = new TenantChanges(organization, 0, null);
    open().add(tenant);
    return tenant;
  }

  private Optional<TenantChanges> present(OrganizationId organization) {
    return open().of(organization);
  }

  private Optional<TenantChanges> locked(OrganizationId organization) {
    RoundTrip trip = versions.roundTrip();
    Supplier<List<Long>> version = versions.lock(organization, trip);
    Supplier<List<ChainHead>> head = audit.lockHead(organization, trip);
    trip.run();
    // What the transaction read before may have changed while it waited.
    forgetReads();
    if (version.get().isEmpty()) {
      return Optional.empty();
    }
    if (head.get().isEmpty()) {
      throw new IllegalStateException("no audit chain for " + organization);
    }
    TenantChanges tenant =
        new TenantChanges(organization, version.get().getFirst(), head.get().getFirst());
    open().add(tenant);
    return Optional.of(tenant);
  }
}
