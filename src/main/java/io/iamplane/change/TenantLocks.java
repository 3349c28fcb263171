package io.iamplane.change;

import io.iamplane.chain.AuditLog;
import io.iamplane.chain.ChainHead;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final ExpectedTenants expected;

  TenantLocks(
      Transactions transactions,
      PolicyVersionStore versions,
      AuditLog audit,
      ExpectedTenants expected) {
    this.transactions = transactions;
    this.versions = versions;
    this.audit = audit;
    this.expected = expected;
  }

  /** The tenants that one transaction has locked, or the one that work in memory starts from. */
  static final class OpenTenants {

    private final Map<OrganizationId, TenantChanges> tenants = new HashMap<>();

    Optional<TenantChanges> of(OrganizationId organization) {
      return Optional.ofNullable(tenants.get(organization));
    }

    TenantChanges add(TenantChanges tenant) {
      tenants.put(tenant.organization(), tenant);
      return tenant;
    }
  }

  /** The tenants that the current transaction has locked; empty outside of a transaction. */
  OpenTenants open() {
    return transactions.active()
        ? transactions.attached(OpenTenants.class, OpenTenants::new)
        : new OpenTenants();
  }

  /** A tenant, locked until the transaction ends; empty when it does not exist. */
  Optional<TenantChanges> lock(OrganizationId organization) {
    return open().of(organization).or(() -> locked(organization));
  }

  /**
   * Locks a tenant on a thread that also holds a connection and the turn of another tenant: waits a
   * second at most.
   */
  Optional<TenantChanges> lockSoon(OrganizationId organization) {
    return open()
        .of(organization)
        .or(() -> {
          String usual = versions.limitLockWait("1s");
          Optional<TenantChanges> tenant = locked(organization);
          versions.limitLockWait(usual);
          return tenant;
        });
  }

  /** A tenant that the transaction is about to create. */
  TenantChanges created(OrganizationId organization) {
    return open().add(new TenantChanges(organization, 0, null));
  }

  private Optional<TenantChanges> locked(OrganizationId organization) {
    RoundTrip trip = versions.roundTrip();
    Supplier<List<Long>> version = versions.lock(organization, trip);
    Supplier<List<ChainHead>> head = audit.lockHead(organization, trip);
    trip.run();
    // Rows read before may have changed during the wait.
    versions.forgetReads();
    expected.locked(organization);
    if (version.get().isEmpty()) {
      return Optional.empty();
    }
    if (head.get().isEmpty()) {
      throw new IllegalStateException("there is no audit chain for " + organization);
    }
    TenantChanges tenant =
        new TenantChanges(organization, version.get().getFirst(), head.get().getFirst());
    return Optional.of(open().add(tenant));
  }
}
