package io.iamplane.audit.chain;

import io.iamplane.audit.tree.CompactRange;
import io.iamplane.audit.tree.MerkleHash;
import io.iamplane.database.RoundTrip;
import io.iamplane.shared.OrganizationId;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Appends to an organization's chain. Only {@code change.Changes} may call it, inside the
 * transaction of the change and as its last lock: a record exists if and only if its change
 * committed.
 */
@Singleton
public class AuditLog {

  private final AuditStore store;
  private final TileStore tiles;
  private final CallerTrace trace;
  private final Tracer tracer;
  private final Timer appends;

  AuditLog(
      AuditStore store, TileStore tiles, CallerTrace trace, Tracer tracer, MeterRegistry registry) {
    this.store = store;
    this.tiles = tiles;
    this.trace = trace;
    this.tracer = tracer;
    this.appends =
        Timer.builder("iam_audit_append")
            .description(
                "How long it takes to append records of changes that commit together, 256 at most")
            .register(registry);
  }

  /** Begins the chain of a new organization. */
  public void open(OrganizationId organization) {
    store.insertHead(organization, ChainHead.genesis(organization));
  }

  /** The end of a chain, locked until the transaction ends; empty when there is no such chain. */
  public Optional<ChainHead> head(OrganizationId organization) {
    return store.lockHead(organization);
  }

  /** As {@link #head}, with other statements; no row when there is no such chain. */
  public Supplier<List<ChainHead>> lockHead(OrganizationId organization, RoundTrip trip) {
    return store.lockHead(organization, trip);
  }

  /**
   * The records of some entries in their order, numbered without gaps after another one.
   *
   * @param lastSeq the number of the record before them, whose chain is locked
   * @param lastHash its hash
   */
  public List<AuditRecord> follow(
      OrganizationId organization, long lastSeq, byte[] lastHash, List<AuditEntry> entries) {
    List<AuditRecord> records = new ArrayList<>(entries.size());
    byte[] previous = lastHash;
    for (AuditEntry entry : entries) {
      long seq = lastSeq + records.size() + 1;
      CanonicalRecord canonical = CanonicalRecord.of(organization, entry, seq, trace);
      byte[] hash = ChainHash.record(previous, canonical.text());
      records.add(
          new AuditRecord(entry, seq, canonical.text(), canonical.personal(), previous, hash));
      previous = hash;
    }
    return records;
  }

  /**
   * Appends records that {@link #follow} a head, and moves it.
   *
   * @param trip takes along what is written; runs at once when a tile of the tree becomes full that
   *     earlier records are part of, or other tiles
   * @return the new head
   */
  public ChainHead append(
      OrganizationId organization, ChainHead head, List<AuditRecord> records, RoundTrip trip) {
    Timer.Sample sample = Timer.start();
    try (Span span = tracer.start(SpanName.AUDIT_APPEND)) {
      span.attribute(SpanAttribute.EFFECTS, records.size());
      CompactRange tree = head.tree();
      ByteArrayOutputStream leaves = new ByteArrayOutputStream(records.size() * MerkleHash.BYTES);
      for (AuditRecord record : records) {
        MerkleHash leaf = MerkleHash.leaf(record.hash());
        tree = tree.append(leaf);
        leaves.writeBytes(leaf.bytes());
      }
      store.insert(organization, records, trip);
      tiles.complete(organization, head.seq(), leaves.toByteArray(), trip);
      ChainHead moved = new ChainHead(tree.size(), records.getLast().hash(), tree);
      store.moveHead(organization, head, moved, trip);
      return moved;
    } finally {
      sample.stop(appends);
    }
  }
}
