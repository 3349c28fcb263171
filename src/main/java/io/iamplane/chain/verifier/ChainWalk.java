package io.iamplane.chain.verifier;

import io.iamplane.chain.ChainHash;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.PersonalValue;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Follows a chain record by record, in the order of their numbers, and stops at the first wrong
 * one. Keeps the end of the chain and nothing else.
 */
final class ChainWalk {

  private final Fields fields;
  private long seq;
  private byte[] hash;
  private CompactRange tree;

  /**
   * @param start the known part: the empty chain, or the one that a checkpoint vouches for
   */
  ChainWalk(OrganizationId organization, ChainHead start) {
    this.fields = new Fields(organization);
    this.seq = start.seq();
    this.hash = start.hash();
    this.tree = start.tree();
  }

  /** Goes on to the next record; empty when it is as it should be. */
  Optional<Finding> step(StoredRecord row, List<PersonalValue> personal) {
    try {
      return follow(row, personal);
    } catch (RuntimeException e) {
      // An owner may write values that no service writes: null, or an infinite time.
      return Optional.of(
          new Finding(
              FindingCause.RECORD_ALTERED, seq + 1, "a readable row", e.getClass().getName()));
    }
  }

  private Optional<Finding> follow(StoredRecord row, List<PersonalValue> personal) {
    long next = seq + 1;
    byte[] canonical = row.canonical().getBytes(StandardCharsets.UTF_8);
    boolean misplaced = row.seq() != next || !Arrays.equals(row.previousHash(), hash);
    if (misplaced && Fields.isRenumbered(row, canonical)) {
      return Optional.of(
          new Finding(
              FindingCause.RECORD_ALTERED,
              next,
              "the number in the record's text",
              "number " + row.seq()));
    }
    if (row.seq() != next) {
      return Optional.of(misnumbered(row, next));
    }
    byte[] expected = ChainHash.record(hash, canonical);
    if (!Arrays.equals(row.previousHash(), hash)) {
      return Optional.of(Finding.of(FindingCause.LINK_BROKEN, next, hash, row.previousHash()));
    }
    if (!Arrays.equals(expected, row.hash())) {
      return Optional.of(Finding.of(FindingCause.RECORD_ALTERED, next, expected, row.hash()));
    }
    Optional<Finding> difference = fields.difference(row, canonical, personal);
    if (difference.isEmpty()) {
      seq = next;
      hash = expected;
      tree = tree.append(MerkleHash.leaf(expected));
    }
    return difference;
  }

  ChainHead end() {
    return new ChainHead(seq, hash, tree);
  }

  private Finding misnumbered(StoredRecord row, long next) {
    FindingCause cause = row.seq() < next ? FindingCause.SEQUENCE_GAP : FindingCause.RECORD_MISSING;
    return new Finding(cause, next, "number " + next, "number " + row.seq());
  }
}
