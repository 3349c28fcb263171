package io.iamplane.audit;

import io.iamplane.shared.OrganizationId;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends to an organization's chain. Only {@code change.Changes} may call it, inside the
 * transaction of the change and as its last lock: a record exists if and only if its change
 * committed.
 */
@ApplicationScoped
public class AuditLog {

  private final AuditStore store;
  private final Tracer tracer;

  AuditLog(AuditStore store, Tracer tracer) {
    this.store = store;
    this.tracer = tracer;
  }

  /** Begins the chain of a new organization. */
  public void open(OrganizationId organization) {
    store.insertHead(organization, new AuditStore.Head(0, ChainHash.genesis(organization)));
  }

  /**
   * Appends entries in their order under one lock of the head.
   *
   * @return the records, numbered without gaps
   * @throws IllegalStateException when the organization has no chain
   */
  public List<AuditRecord> append(OrganizationId organization, List<AuditEntry> entries) {
    try (Span span = tracer.start(SpanName.AUDIT_APPEND)) {
      span.attribute(SpanAttribute.EFFECTS, entries.size());
      return appendUnderLock(organization, entries);
    }
  }

  private List<AuditRecord> appendUnderLock(OrganizationId organization, List<AuditEntry> entries) {
    AuditStore.Head head =
        store
            .lockHead(organization)
            .orElseThrow(() -> new IllegalStateException("no audit chain for " + organization));
    List<AuditRecord> records = new ArrayList<>(entries.size());
    long seq = head.seq();
    byte[] previous = head.hash();
    for (AuditEntry entry : entries) {
      seq++;
      String canonical = CanonicalRecord.of(entry, seq);
      byte[] hash = ChainHash.record(previous, canonical);
      records.add(new AuditRecord(entry, seq, canonical, previous, hash));
      previous = hash;
    }
    store.insert(organization, records);
    store.moveHead(organization, new AuditStore.Head(seq, previous));
    return records;
  }
}
