package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.audit.chain.AuditEntry;
import io.iamplane.audit.chain.AuditLog;
import io.iamplane.audit.chain.AuditRecord;
import io.iamplane.audit.chain.ChainHead;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyVersionStore.ChangeImage;
import io.iamplane.change.PolicyVersionStore.ChangeRow;
import io.iamplane.change.TenantChanges.Unsealed;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the effects of a change into its new version, its change rows, its records and its
 * messages.
 */
@Singleton
class ChangeSealer {

  private final PolicyVersionStore versions;
  private final AuditLog audit;
  private final OutboxStore outbox;
  private final Images images;
  private final CloudEvents events;
  private final ChangeNotifier notifier;
  private final List<PolicyChangeListener> listeners;
  private final Transactions transactions;

  ChangeSealer(
      PolicyVersionStore versions,
      AuditLog audit,
      OutboxStore outbox,
      Images images,
      CloudEvents events,
      ChangeNotifier notifier,
      @All List<PolicyChangeListener> listeners,
      Transactions transactions) {
    this.versions = versions;
    this.audit = audit;
    this.outbox = outbox;
    this.images = images;
    this.events = events;
    this.notifier = notifier;
    this.listeners = listeners;
    this.transactions = transactions;
  }

  /** The entries that a change adds to its tenant's chain. */
  List<AuditEntry> entries(Recording recording) {
    List<AuditEntry> entries = new ArrayList<>(recording.effects().size());
    for (Effect effect : recording.effects()) {
      entries.add(
          new AuditEntry(
              UuidV7.next(),
              recording.at(),
              recording.caller(),
              effect.type(),
              effect.target(),
              images.of(effect.before()),
              images.of(effect.after()),
              Images.personal(effect.before(), effect.after())));
    }
    return entries;
  }

  /** Writes what is recorded of a tenant and not written yet, in one round trip. */
  void seal(TenantChanges tenant) {
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
    List<AuditRecord> records =
        audit.follow(
            organization,
            head,
            changes.stream().flatMap(change -> change.entries().stream()).toList());
    ChainHead moved = audit.append(organization, head, records, trip);
    outbox.put(organization, messages(organization, changes, records), trip);
    trip.run();
    tenant.sealed(moved);
    notifier.announceAfterCommit(organization, tenant.version());
  }

  private void raise(TenantChanges tenant, RoundTrip trip) {
    List<Unsealed> raising = tenant.unsealed().stream().filter(Unsealed::isRaising).toList();
    if (raising.isEmpty()) {
      return;
    }
    OrganizationId organization = tenant.organization();
    versions.raise(organization, tenant.version(), trip);
    versions.insertChanges(
        organization, raising.stream().flatMap(change -> rows(change).stream()).toList(), trip);
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

  private static List<ChangeRow> rows(Unsealed change) {
    List<ChangeImage> images =
        Stream.concat(
                change.entries().stream().map(ChangeSealer::image),
                change.recording().ended().stream()
                    .map(holder -> EndedTokens.row(holder, change.recording().at())))
            .toList();
    return IntStream.range(0, images.size())
        .mapToObj(i -> new ChangeRow(change.version(), i, change.recording().at(), images.get(i)))
        .toList();
  }

  private List<OutboxMessage> messages(
      OrganizationId organization, List<Unsealed> changes, List<AuditRecord> records) {
    List<OutboxMessage> messages = new ArrayList<>(records.size());
    for (Unsealed change : changes) {
      for (UUID event : change.recording().events()) {
        messages.add(
            events.message(organization, change.version(), event, records.get(messages.size())));
      }
    }
    return messages;
  }

  private void tellAfterCommit(OrganizationId organization, Unsealed change) {
    List<PolicyChange> changes = change.policyChanges();
    for (PolicyChangeListener listener : listeners) {
      transactions.afterCommit(() -> listener.committed(organization, change.version(), changes));
    }
  }

  private static ChangeImage image(AuditEntry entry) {
    return new ChangeImage(
        entry.type().wire(),
        entry.target().type(),
        entry.target().id(),
        text(entry.before()),
        text(entry.after()));
  }

  private static @Nullable String text(@Nullable JsonNode image) {
    return image == null ? null : image.toString();
  }
}
