package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * All that appending needs to know of a tree: the roots of the perfect subtrees that its leaves
 * split into, one for each bit set in the size, the largest first. At 10⁹ leaves that is 30 hashes
 * at most.
 *
 * <p>Immutable. An append copies a few references, which is little beside the two hashes that it
 * computes on average, so a transaction that is rolled back leaves nothing to undo.
 */
public record CompactRange(long size, List<MerkleHash> hashes) {

  private static final CompactRange EMPTY = new CompactRange(0, List.of());

  public CompactRange {
    if (size < 0 || hashes.size() != Long.bitCount(size)) {
      throw new IllegalArgumentException("a size of " + size + " has other subtrees");
    }
    hashes = List.copyOf(hashes);
  }

  public static CompactRange empty() {
    return EMPTY;
  }

  /** The range of the tree over some leaves, given by their hashes. */
  public static CompactRange of(List<MerkleHash> leaves) {
    CompactRange range = EMPTY;
    for (MerkleHash leaf : leaves) {
      range = range.append(leaf);
    }
    return range;
  }

  /**
   * Reads the bytes of {@link #encode} for a number of leaves.
   *
   * @throws IllegalArgumentException if the size is negative or does not fit the length
   */
  public static CompactRange decode(long size, byte[] encoded) {
    if (size < 0) {
      throw new IllegalArgumentException("the size " + size + " is negative");
    }
    int expected = MerkleHash.BYTES * Long.bitCount(size);
    if (encoded.length != expected) {
      throw new IllegalArgumentException(
          "a compact range of size %d must have %d bytes, but this one has %d"
              .formatted(size, expected, encoded.length));
    }
    List<MerkleHash> hashes = new ArrayList<>();
    for (int offset = 0; offset < encoded.length; offset += MerkleHash.BYTES) {
      hashes.add(MerkleHash.at(encoded, offset));
    }
    return new CompactRange(size, hashes);
  }

  /** The range of the tree with one more leaf, given by its hash. */
  public CompactRange append(MerkleHash leaf) {
    int merged = Long.numberOfTrailingZeros(~size);
    int kept = hashes.size() - merged;
    MerkleHash last = leaf;
    for (MerkleHash left : hashes.subList(kept, hashes.size()).reversed()) {
      last = MerkleHash.node(left, last);
    }
    List<MerkleHash> grown = new ArrayList<>(kept + 1);
    grown.addAll(hashes.subList(0, kept));
    grown.add(last);
    return new CompactRange(Math.incrementExact(size), grown);
  }

  /** The root of the tree (RFC 6962, section 2.1: MTH). */
  public MerkleHash root() {
    return hashes.isEmpty() ? MerkleHash.emptyRoot() : fold(hashes);
  }

  /** The hashes one after the other, the largest subtree's first: 32 bytes for each bit set. */
  public byte[] encode() {
    byte[] encoded = new byte[MerkleHash.BYTES * hashes.size()];
    for (int i = 0; i < hashes.size(); i++) {
      hashes.get(i).copyTo(encoded, i * MerkleHash.BYTES);
    }
    return encoded;
  }

  /** The root over subtrees that shrink from left to right; there is at least one. */
  static MerkleHash fold(List<MerkleHash> subtrees) {
    MerkleHash root = subtrees.getLast();
    for (MerkleHash left : subtrees.subList(0, subtrees.size() - 1).reversed()) {
      root = MerkleHash.node(left, root);
    }
    return root;
  }
}
