package io.iamplane.change;

import io.iamplane.chain.AuditLog;
import io.iamplane.chain.ChainHead;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.TenantChanges.Unsealed;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Ahead;
import io.iamplane.shared.OrganizationId;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * Turns the effects of a change into its new version, its change rows, its records and its
 * messages.
 */
@Singleton
class ChangeSealer {

  private final PolicyVersionStore versions;
  private final AuditLog audit;
  private final OutboxStore outbox;
  private final TraceMaker traces;
  private final ChangeNotifier notifier;
  private final List<PolicyChangeListener> listeners;
  private final Transactions transactions;

  ChangeSealer(
      PolicyVersionStore versions,
      AuditLog audit,
      OutboxStore outbox,
      TraceMaker traces,
      ChangeNotifier notifier,
      @All List<PolicyChangeListener> listeners,
      Transactions transactions) {
    this.versions = versions;
    this.audit = audit;
    this.outbox = outbox;
    this.traces = traces;
    this.notifier = notifier;
    this.listeners = listeners;
    this.transactions = transactions;
  }

  /**
   * The last statements of some changes, which are not sent yet, and the tenant's state once they
   * are.
   */
  record Sealed(RoundTrip trip, Expected left) {}

  /**
   * Makes the statements that write the records of a tenant's unsealed changes, for one round trip.
   * Statements for many records are sent in slices before, each prepared while the previous one is
   * written.
   */
  Sealed seal(TenantChanges tenant) {
    List<Unsealed> changes = tenant.unsealed();
    OrganizationId organization = tenant.organization();
    if (tenant.head() == null) {
      versions.open(organization);
      audit.open(organization);
      tenant.opened(ChainHead.genesis(organization));
    }
    RoundTrip trip = versions.roundTrip();
    raise(tenant, trip);
    ChainHead head = Objects.requireNonNull(tenant.head());
    TraceMaker.Slices slices = traces.slices(organization, changes, head);
    if (slices.areMany()) {
      try (Ahead<Slice> ahead = new Ahead<>(new Prepared(organization, head, slices))) {
        while (ahead.hasNext()) {
          Slice slice = ahead.next();
          trip.addAll(slice.trip());
          head = audit.append(organization, slice.records(), trip);
          trip.run();
        }
      }
    } else {
      head = append(organization, head, slices.next(), trip);
    }
    Expected left = tenant.expected(head);
    tenant.sealed(head);
    // Last, for a batch that is not sealed in memory is sealed once more.
    changes.stream()
        .filter(Unsealed::isRaising)
        .forEach(change -> tellAfterCommit(organization, change));
    notifier.announceAfterCommit(organization, tenant.version());
    return new Sealed(trip, left);
  }

  /** The statements of a slice, without tiles that are read back and the move of the head. */
  private record Slice(RoundTrip trip, AuditLog.Appending records) {}

  /** Prepares slices one after another, on any thread. */
  private final class Prepared implements Iterator<Slice> {

    private final OrganizationId organization;
    private final TraceMaker.Slices slices;
    private ChainHead head;

    Prepared(OrganizationId organization, ChainHead head, TraceMaker.Slices slices) {
      this.organization = organization;
      this.head = head;
      this.slices = slices;
    }

    @Override
    public boolean hasNext() {
      return slices.hasNext();
    }

    @Override
    public Slice next() {
      TraceMaker.Traces traces = slices.next();
      RoundTrip trip = versions.roundTrip();
      announce(organization, traces, trip);
      AuditLog.Appending records = audit.prepare(organization, head, traces.records(), trip);
      head = records.moved();
      return new Slice(trip, records);
    }
  }

  private ChainHead append(
      OrganizationId organization, ChainHead head, TraceMaker.Traces traces, RoundTrip trip) {
    announce(organization, traces, trip);
    return audit.append(organization, head, traces.records(), trip);
  }

  private void announce(OrganizationId organization, TraceMaker.Traces traces, RoundTrip trip) {
    if (!traces.rows().isEmpty()) {
      versions.insertChanges(organization, traces.rows(), trip);
    }
    outbox.put(organization, traces.messages(), trip);
  }

  private void raise(TenantChanges tenant, RoundTrip trip) {
    List<Unsealed> raising = tenant.unsealed().stream().filter(Unsealed::isRaising).toList();
    if (raising.isEmpty()) {
      return;
    }
    OrganizationId organization = tenant.organization();
    versions.raise(organization, tenant.sealedVersion(), tenant.version(), trip);
    for (Unsealed change : raising) {
      versions.endTokens(
          organization,
          change.version(),
          change.recording().at(),
          change.recording().ended(),
          trip);
    }
  }

  private void tellAfterCommit(OrganizationId organization, Unsealed change) {
    List<PolicyChange> changes = change.policyChanges();
    for (PolicyChangeListener listener : listeners) {
      transactions.afterCommit(() -> listener.committed(organization, change.version(), changes));
    }
  }
}
