package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of a tree during one computation. Each tile is read once, and each level's loose hashes
 * once.
 */
final class TreeNodes {

  private record Position(int level, long index) {}

  private final TileReader reader;
  private final long treeSize;
  private final Map<Position, byte[]> read = new HashMap<>();

  /**
   * @param treeSize the number of leaves that are stored, which says which tiles are full
   */
  TreeNodes(TileReader reader, long treeSize) {
    this.reader = reader;
    this.treeSize = treeSize;
  }

  /**
   * The root over the leaves {@code from} to {@code to} as a subtree of some tree: {@code from} is
   * a multiple of the power of two that is not less than their number, which is not 0.
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
