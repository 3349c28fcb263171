package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Roots and proofs of a stored tree, at its present size and at every earlier one. Each call reads
 * two full tiles and one run of loose hashes for each tile level at most, so O(log n) in all, and
 * nothing twice; nothing is kept between calls.
 *
 * <p>Not for use by several threads unless the {@link TileReader} is.
 */
public final class TreeReader {

  private final TileReader reader;
  private final long treeSize;

  /**
   * @param treeSize the number of leaves that are stored; it says which tiles are full
   * @throws IllegalArgumentException if it is negative
   */
  public TreeReader(TileReader reader, long treeSize) {
    Sizes.requireSize(treeSize, Long.MAX_VALUE);
    this.reader = reader;
    this.treeSize = treeSize;
  }

  /** The number of leaves that are stored. */
  public long treeSize() {
    return treeSize;
  }

  /**
   * The root of the tree of the first {@code size} leaves.
   *
   * @throws IllegalArgumentException if the tree was never of that size
   */
  public MerkleHash root(long size) {
    return rangeAt(size).root();
  }

  /**
   * The compact range of the tree when it had {@code size} leaves.
   *
   * @throws IllegalArgumentException if the tree was never of that size
   */
  public CompactRange rangeAt(long size) {
    Sizes.requireSize(size, treeSize);
    return CompactRange.of(size, nodes().perfect(0, size));
  }

  /**
   * The audit path of a leaf, from its sibling up to a child of the root (RFC 6962, section 2.1.1:
   * PATH).
   *
   * @param index the leaf, from 0
   * @param size the size of the tree to prove it in
   * @throws IllegalArgumentException if the leaf is not in it, or the tree was never of that size
   */
  public List<MerkleHash> inclusionProof(long index, long size) {
    Sizes.requireSize(size, treeSize);
    Sizes.requireIndex(index, size);
    TreeNodes nodes = nodes();
    List<MerkleHash> fromTheRoot = new ArrayList<>();
    long start = 0;
    long end = size;
    while (end - start > 1) {
      long middle = start + leftSize(end - start);
      if (index < middle) {
        fromTheRoot.add(nodes.hash(middle, end));
        end = middle;
      } else {
        fromTheRoot.add(nodes.hash(start, middle));
        start = middle;
      }
    }
    return List.copyOf(fromTheRoot.reversed());
  }

  /**
   * The proof that the tree of {@code to} leaves begins with that of {@code from} leaves (RFC 6962,
   * section 2.1.2: PROOF). It is empty if the sizes are the same, and if {@code from} is 0: every
   * tree begins with the empty one.
   *
   * @throws IllegalArgumentException if the tree did not grow from one size to the other
   */
  public List<MerkleHash> consistencyProof(long from, long to) {
    Sizes.requireSize(to, treeSize);
    Sizes.requireGrowth(from, to);
    if (from == 0) {
      return List.of();
    }
    TreeNodes nodes = nodes();
    List<MerkleHash> fromTheRoot = new ArrayList<>();
    long start = 0;
    long end = to;
    while (end > from) {
      long middle = start + leftSize(end - start);
      if (from <= middle) {
        fromTheRoot.add(nodes.hash(middle, end));
        end = middle;
      } else {
        fromTheRoot.add(nodes.hash(start, middle));
        start = middle;
      }
    }
    if (start > 0) {
      // Not a whole tree of its own, so a verifier cannot know it from the earlier root.
      fromTheRoot.add(nodes.hash(start, end));
    }
    return List.copyOf(fromTheRoot.reversed());
  }

  private TreeNodes nodes() {
    return new TreeNodes(reader, treeSize);
  }

  /** The largest power of two that is smaller than a number of leaves above 1. */
  private static long leftSize(long leaves) {
    return Long.highestOneBit(leaves - 1);
  }
}
