package io.iamplane.decision.block;

import io.iamplane.audit.tree.MerkleRoot;
import io.iamplane.shared.OrganizationId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts the records of one tenant and minute into a block, in the order of their ids. */
public final class BlockBuilder {

  private static final byte[] LINE_FEED = {'\n'};

  private final OrganizationId organization;
  private final BlockDeflater deflater;
  private final MerkleRoot root = new MerkleRoot();
  private final NameHashes names = new NameHashes();
  private @Nullable UUID first;
  private @Nullable UUID last;
  private int decisions;
  private int denied;
  private int stepUp;

  /**
   * Begins a block.
   *
   * @param deflater makes no other until this is built
   */
  public BlockBuilder(OrganizationId organization, BlockDeflater deflater) {
    this.organization = organization;
    this.deflater = deflater;
    deflater.begin();
  }

  /**
   * Adds a record.
   *
   * @param id the decision's, as in the record, and after that of the record before
   * @param record one JSON object in UTF-8, without a line feed
   */
  public void add(UUID id, byte[] record) {
    if (last != null && RecordIds.ORDER.compare(last, id) >= 0) {
      throw new IllegalArgumentException("decision " + id + " does not follow " + last);
    }
    if (first == null) {
      first = id;
    }
    last = id;
    decisions++;
    root.add(record);
    deflater.append(record);
    deflater.append(LINE_FEED);
  }

  /** Counts a denial, or one that a higher assurance would allow. */
  public void countDenied(boolean forAssurance) {
    if (forAssurance) {
      stepUp++;
    } else {
      denied++;
    }
  }

  /** Notes that the name with a hash of {@link BlockFilter#hash} is in a record. */
  public void name(long hash) {
    names.add(hash);
  }

  /** Notes that who was asked about, {@code type:id}, is in a record. */
  public void nameSubject(String subject) {
    name(BlockFilter.hash(RecordNames.subject(subject)));
  }

  /** Notes that a permission, or {@code type#name}, is in a record. */
  public void nameKey(String key) {
    name(BlockFilter.hash(RecordNames.key(key)));
  }

  /** Notes that what was asked about, {@code type:id}, is in a record. */
  public void nameResource(String resource) {
    name(BlockFilter.hash(RecordNames.resource(resource)));
  }

  /**
   * The block of what was added.
   *
   * @throws IllegalStateException when there is no record
   */
  public Block build() {
    if (first == null || last == null) {
      throw new IllegalStateException("a block has a record at least");
    }
    return new Block(
        organization,
        first,
        last,
        decisions,
        denied,
        stepUp,
        names.filter(),
        deflater.end(),
        root.bytes());
  }
}
