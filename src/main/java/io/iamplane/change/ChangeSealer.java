package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.audit.chain.AuditEntry;
import io.iamplane.audit.chain.AuditLog;
import io.iamplane.audit.chain.AuditRecord;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyVersionStore.ChangeRow;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the effects of a change into its new version, its change rows, its records and its
 * messages.
 */
@ApplicationScoped
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

  void seal(Recording recording, Change.Kind kind, long previousVersion) {
    OrganizationId organization = recording.organization();
    List<AuditEntry> entries = entries(recording);
    long version =
        switch (kind) {
          case CREATION -> {
            versions.open(organization);
            audit.open(organization);
            yield raise(recording, entries, 1);
          }
          case POLICY -> raise(recording, entries, previousVersion + 1);
          case OPERATIONAL -> unraised(recording, previousVersion);
        };
    List<AuditRecord> records = audit.append(organization, entries);
    outbox.put(
        organization,
        IntStream.range(0, records.size())
            .mapToObj(i ->
                events.message(organization, version, recording.events().get(i), records.get(i)))
            .toList());
    notifier.announceAfterCommit(organization, version);
  }

  /** Tokens are distinguished by the version that they were issued at, so that one must be made. */
  private static long unraised(Recording recording, long version) {
    if (!recording.ended().isEmpty()) {
      throw new IllegalStateException("only a change of policy can end tokens");
    }
    return version;
  }

  private long raise(Recording recording, List<AuditEntry> entries, long version) {
    Set<TokenHolder> ended = recording.ended();
    versions.raise(recording.organization(), version);
    versions.insertChanges(
        recording.organization(),
        version,
        recording.at(),
        Stream.concat(
                entries.stream().map(ChangeSealer::changeRow), ended.stream().map(EndedTokens::row))
            .toList());
    versions.endTokens(recording.organization(), version, recording.at(), ended);
    tellAfterCommit(
        recording.organization(),
        version,
        Stream.concat(
                recording.effects().stream()
                    .map(effect ->
                        new PolicyChange(effect.target().type(), effect.before(), effect.after())),
                ended.stream().map(EndedTokens::change))
            .toList());
    return version;
  }

  private void tellAfterCommit(
      OrganizationId organization, long version, List<PolicyChange> changes) {
    for (PolicyChangeListener listener : listeners) {
      transactions.afterCommit(() -> listener.committed(organization, version, changes));
    }
  }

  private List<AuditEntry> entries(Recording recording) {
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

  private static ChangeRow changeRow(AuditEntry entry) {
    return new ChangeRow(
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
