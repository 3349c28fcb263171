package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    return new CompactRange(size, new Nodes().perfect(0, size));
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
    Nodes nodes = new Nodes();
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
    Nodes nodes = new Nodes();
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

  /** The largest power of two that is smaller than a number of leaves above 1. */
  private static long leftSize(long leaves) {
    return Long.highestOneBit(leaves - 1);
  }

  /** Reads each tile once during a computation, and each level's loose hashes once. */
  private final class Nodes {

    private record Position(int level, long index) {}

    private final Map<Position, byte[]> read = new HashMap<>();

    /**
     * The root over the leaves {@code from} to {@code to} as a subtree of some tree: {@code from}
     * is a multiple of the power of two that is not less than their number, which is not 0.
     */
    MerkleHash hash(long from, long to) {
      return CompactRange.fold(perfect(from, to));
    }

    /** The perfect subtrees that these leaves split into, the largest first. */
    List<MerkleHash> perfect(long from, long to) {
      List<MerkleHash> hashes = new ArrayList<>();
      long start = from;
      while (start < to) {
        int height = Long.SIZE - 1 - Long.numberOfLeadingZeros(to - start);
        hashes.add(node(height, start >>> height));
        start += 1L << height;
      }
      return hashes;
    }

    /** The root of the perfect subtree at this place, counted from the leaves and from the left. */
    private MerkleHash node(int height, long position) {
      int level = height / Tile.HEIGHT;
      int above = height % Tile.HEIGHT;
      long entry = position << above;
      byte[] hashes =
          read.computeIfAbsent(new Position(level, entry >>> Tile.HEIGHT), this::hashesOf);
      return Tile.root(hashes, (int) (entry % Tile.WIDTH), 1 << above);
    }

    private byte[] hashesOf(Position position) {
      int level = position.level();
      long first = position.index() * Tile.WIDTH;
      long complete = treeSize >>> (Tile.HEIGHT * level);
      int width = (int) Math.min(Tile.WIDTH, complete - first);
      byte[] hashes =
          width == Tile.WIDTH
              ? reader.tile(level, position.index())
              : reader.looseHashes(level, first, first + width);
      Tile.requireLength(
          hashes,
          width * MerkleHash.BYTES,
          "tile %d/%d of width %d".formatted(level, position.index(), width));
      return hashes;
    }
  }
}
