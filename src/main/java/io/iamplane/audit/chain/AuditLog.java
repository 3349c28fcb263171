package io.iamplane.audit.chain;

import io.iamplane.audit.tree.CompactRange;
import io.iamplane.audit.tree.MerkleHash;
import io.iamplane.shared.OrganizationId;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Appends to an organization's chain. Only {@code change.Changes} may call it, inside the
 * transaction of the change and as its last lock: a record exists if and only if its change
 * committed.
 */
@ApplicationScoped
public class AuditLog {

  private final AuditStore store;
  private final TileStore tiles;
  private final CallerTrace trace;
  private final Tracer tracer;

  AuditLog(AuditStore store, TileStore tiles, CallerTrace trace, Tracer tracer) {
    this.store = store;
    this.tiles = tiles;
    this.trace = trace;
    this.tracer = tracer;
  }

  /** Begins the chain of a new organization. */
  public void open(OrganizationId organization) {
    store.insertHead(organization, ChainHead.genesis(organization));
  }

  /** The end of a chain, locked until the transaction ends; empty when there is no such chain. */
  public Optional<ChainHead> head(OrganizationId organization) {
    return store.lockHead(organization);
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
    ChainHead head =
        store
            .lockHead(organization)
            .orElseThrow(() -> new IllegalStateException("no audit chain for " + organization));
    List<AuditRecord> records = new ArrayList<>(entries.size());
    CompactRange tree = head.tree();
    byte[] previous = head.hash();
    for (AuditEntry entry : entries) {
      long seq = head.seq() + records.size() + 1;
      CanonicalRecord canonical = CanonicalRecord.of(organization, entry, seq, trace);
      byte[] hash = ChainHash.record(previous, canonical.text());
      records.add(
          new AuditRecord(entry, seq, canonical.text(), canonical.personal(), previous, hash));
      tree = tree.append(MerkleHash.leaf(hash));
      previous = hash;
    }
    store.insert(organization, records);
    tiles.complete(organization, head.seq(), tree.size());
    store.moveHead(organization, new ChainHead(tree.size(), previous, tree));
    return records;
  }
}
