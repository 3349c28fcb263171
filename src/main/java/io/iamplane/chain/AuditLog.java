package io.iamplane.chain;

import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Tile;
import io.iamplane.database.RoundTrip;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Appends to an organization's chain. Only the write path in {@code change} may call it, which
 * writes the record in the transaction of its change: a record exists if and only if its change
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
                "Time to append the records of changes that commit together (at most 256); for a "
                    + "large change, excludes the preparation on another thread")
            .register(registry);
  }

  public void open(OrganizationId organization) {
    store.insertHead(organization, ChainHead.genesis(organization));
  }

  /** The end of a chain, locked until the transaction ends; empty when there is no such chain. */
  public Optional<ChainHead> head(OrganizationId organization) {
    return store.lockHead(organization);
  }

  /**
   * Locks a head like {@link #head}, in one round trip with other statements; no row if there is no
   * such chain.
   */
  public Supplier<List<ChainHead>> lockHead(OrganizationId organization, RoundTrip trip) {
    return store.lockHead(organization, trip);
  }

  /**
   * The records of some entries in their order, numbered without gaps after another one.
   *
   * @param lastSeq the number of the record before them, the last of its locked chain
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
   * @param trip takes the statements along; runs at once if a tile of the tree becomes full that
   *     depends on earlier records or on other tiles
   * @return the new head
   */
  public ChainHead append(
      OrganizationId organization, ChainHead head, List<AuditRecord> records, RoundTrip trip) {
    return append(
        records.size(), () -> end(organization, prepare(organization, head, records, trip), trip));
  }

  /** Appends prepared records, as {@link #append(OrganizationId, ChainHead, List, RoundTrip)}. */
  public ChainHead append(OrganizationId organization, Appending prepared, RoundTrip trip) {
    return append(prepared.records(), () -> end(organization, prepared, trip));
  }

  private ChainHead append(int records, Supplier<ChainHead> work) {
    Timer.Sample sample = Timer.start();
    try (Span span = tracer.start(SpanName.AUDIT_APPEND)) {
      span.attribute(SpanAttribute.EFFECTS, records);
      return work.get();
    } finally {
      sample.stop(appends);
    }
  }

  /**
   * Records that are about to be appended.
   *
   * @param head the end of the chain before them
   * @param moved its end with them
   * @param unread tiles of the tree that become full, of which not all is at hand
   */
  public record Appending(ChainHead head, ChainHead moved, List<Tile> unread) {

    int records() {
      return Math.toIntExact(moved.seq() - head.seq());
    }
  }

  /**
   * Prepares the append of records that {@link #follow} a head. Reads nothing, so that another
   * thread than that of the transaction can do it.
   */
  public Appending prepare(
      OrganizationId organization, ChainHead head, List<AuditRecord> records, RoundTrip trip) {
    CompactRange tree = head.tree();
    ByteArrayOutputStream leaves = new ByteArrayOutputStream(records.size() * MerkleHash.BYTES);
    for (AuditRecord record : records) {
      MerkleHash leaf = MerkleHash.leaf(record.hash());
      tree = tree.append(leaf);
      leaves.writeBytes(leaf.bytes());
    }
    store.insert(organization, records, trip);
    List<Tile> unread = tiles.complete(organization, head.seq(), leaves.toByteArray(), trip);
    return new Appending(head, new ChainHead(tree.size(), records.getLast().hash(), tree), unread);
  }

  private ChainHead end(OrganizationId organization, Appending prepared, RoundTrip trip) {
    tiles.completeRead(organization, prepared.unread(), trip);
    store.moveHead(organization, prepared.head(), prepared.moved(), trip);
    return prepared.moved();
  }
}
