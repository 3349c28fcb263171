package io.iamplane.change;

import io.iamplane.audit.chain.AuditLog;
import io.iamplane.audit.chain.ChainHead;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.TenantChanges.Unsealed;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Ahead;
import io.iamplane.shared.OrganizationId;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

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
  private final ExpectedTenants expected;
  private final ChangeNotifier notifier;
  private final List<PolicyChangeListener> listeners;
  private final Transactions transactions;

  ChangeSealer(
      PolicyVersionStore versions,
      AuditLog audit,
      OutboxStore outbox,
      TraceMaker traces,
      ExpectedTenants expected,
      ChangeNotifier notifier,
      @All List<PolicyChangeListener> listeners,
      Transactions transactions) {
    this.versions = versions;
    this.audit = audit;
    this.outbox = outbox;
    this.traces = traces;
    this.expected = expected;
    this.notifier = notifier;
    this.listeners = listeners;
    this.transactions = transactions;
  }

  /**
   * As {@link #seal(TenantChanges, Consumer, Consumer)}; no one starts from what is only written
   * yet.
   */
  void seal(TenantChanges tenant) {
    if (!tenant.unsealed().isEmpty()) {
      expected.forget(tenant.organization());
      seal(tenant, _ -> {}, RoundTrip::run);
    }
  }

  /**
   * Writes what is recorded of a tenant and not written yet: in one round trip, or when it is much,
   * in slices, of which one is made while the one before it is written.
   *
   * @param known takes the head that the chain moves to, before the last statements are sent
   * @param last sends those when all of it is written in one round trip, now or later
   */
  void seal(TenantChanges tenant, Consumer<ChainHead> known, Consumer<RoundTrip> last) {
    List<Unsealed> changes = tenant.unsealed();
    if (changes.isEmpty()) {
      return;
    }
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
      try (Ahead<Traces> ahead = new Ahead<>(slices)) {
        while (ahead.hasNext()) {
          head = append(organization, head, ahead.next(), trip);
          trip.run();
        }
      }
    } else {
      head = append(organization, head, slices.next(), trip);
      known.accept(head);
      last.accept(trip);
    }
    tenant.sealed(head);
    notifier.announceAfterCommit(organization, tenant.version());
  }

  private ChainHead append(
      OrganizationId organization, ChainHead head, Traces traces, RoundTrip trip) {
    if (!traces.rows().isEmpty()) {
      versions.insertChanges(organization, traces.rows(), trip);
    }
    ChainHead moved = audit.append(organization, head, traces.records(), trip);
    outbox.put(organization, traces.messages(), trip);
    return moved;
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
      tellAfterCommit(organization, change);
    }
  }

  private void tellAfterCommit(OrganizationId organization, Unsealed change) {
    List<PolicyChange> changes = change.policyChanges();
    for (PolicyChangeListener listener : listeners) {
      transactions.afterCommit(() -> listener.committed(organization, change.version(), changes));
    }
  }
}
