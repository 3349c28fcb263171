package io.iamplane.decision.block;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.MerkleRoot;
import io.iamplane.shared.OrganizationId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sums up records that come one after the other: all that a block says of them beside their text.
 * The same records have the same summary, when they are written and when they are verified.
 */
public final class BlockSummary {

  private final MerkleRoot root = new MerkleRoot();
  private final MerkleRoot erasedRoot = new MerkleRoot();
  private final NameHashes names = new NameHashes();
  private final NameHashes askers = new NameHashes();
  private @Nullable UUID first;
  private @Nullable UUID last;
  private int decisions;
  private int denied;
  private int stepUp;
  private int erased;

  /**
   * Adds a record.
   *
   * @param id the decision's, as in the record, and after that of the record before
   * @param text begins with the record, of so many bytes
   * @throws IllegalArgumentException for an id that does not follow
   */
  public void add(UUID id, byte[] text, int length) {
    follow(id);
    root.add(text, length);
  }

  /**
   * Adds the line that an erasure left of a record.
   *
   * @throws IllegalArgumentException for an id that does not follow
   */
  public void add(ErasedRecord record) {
    follow(record.id());
    root.addLeaf(record.leaf().bytes());
    byte[] line = record.line();
    erasedRoot.add(line, line.length);
    erased++;
  }

  private void follow(UUID id) {
    if (last != null && RecordIds.ORDER.compare(last, id) >= 0) {
      throw new IllegalArgumentException("decision " + id + " does not follow " + last);
    }
    if (first == null) {
      first = id;
    }
    last = id;
    decisions++;
  }

  public boolean isEmpty() {
    return first == null;
  }

  /** Counts a denial, or one that a higher assurance would allow. */
  public void countDenied(boolean forAssurance) {
    if (forAssurance) {
      stepUp++;
    } else {
      denied++;
    }
  }

  /** Adds the subject of a question, {@code type:id}, to the filter. */
  public void nameSubject(String subject) {
    name(BlockFilter.hash(RecordNames.subject(subject)));
  }

  /** Notes that a permission, or {@code type#name}, is in a record. */
  public void nameKey(String key) {
    name(BlockFilter.hash(RecordNames.key(key)));
  }

  /** Adds the resource of a question, {@code type:id}, to the filter. */
  public void nameResource(String resource) {
    name(BlockFilter.hash(RecordNames.resource(resource)));
  }

  /** Adds the name with a hash of {@link BlockFilter#hash}, one of {@link RecordNames}. */
  public void name(long hash) {
    names.add(hash);
  }

  /** Notes that the caller with a hash of {@link RecordNames#askerHash} is in a record. */
  public void nameAsker(long hash) {
    askers.add(hash);
  }

  /** Adds a caller, {@code type:id}, to the filter. */
  public void nameAsker(String asker) {
    nameAsker(BlockFilter.hash(RecordNames.asker(asker)));
  }

  public ErasedRecords erased() {
    return new ErasedRecords(erased, MerkleHash.of(erasedRoot.bytes()));
  }

  /** The filter without callers, as earlier builds wrote it. */
  public byte[] filterWithoutAskers() {
    return names.filter();
  }

  /**
   * Builds the block of the added records.
   *
   * @param body the records, deflated
   * @throws IllegalStateException when there is no record
   */
  public Block block(OrganizationId organization, byte[] body) {
    if (first == null || last == null) {
      throw new IllegalStateException("a block must have at least one record");
    }
    return new Block(
        organization,
        first,
        last,
        decisions,
        denied,
        stepUp,
        names.filterWith(askers),
        body,
        root.bytes());
  }
}
