package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Names 256 neighbouring nodes that are stored as one piece, once all of them are complete (C2SP
 * {@code tlog-tiles}, height 8). Its hashes are those of tree level 8 × {@code level}, from node
 * 256 × {@code index} on: leaf hashes at level 0, above it the roots of full tiles one level below.
 *
 * @param level from 0
 * @param index the position within the level, from 0
 */
public record Tile(int level, long index) {

  /** The number of tree levels between the hashes of a tile and those of the one above it. */
  public static final int HEIGHT = 8;

  /** The number of hashes in a full tile. */
  public static final int WIDTH = 1 << HEIGHT;

  public static final int BYTES = WIDTH * MerkleHash.BYTES;

  /** The highest level of a full tile in any tree with a {@code long} size. */
  private static final int MAX_LEVEL = (Long.SIZE - 1) / HEIGHT - 1;

  public Tile {
    if (level < 0 || level > MAX_LEVEL) {
      throw new IllegalArgumentException(
          "the tile level " + level + " is not between 0 and " + MAX_LEVEL);
    }
    if (index < 0 || index >= Long.MAX_VALUE >>> (HEIGHT * (level + 1))) {
      throw new IllegalArgumentException(
          "the tile index " + index + " is negative or beyond the largest tree");
    }
  }

  /**
   * The tiles that become full when the tree grows from one size to another, the lowest level
   * first, so that each can be computed from those before it.
   *
   * @throws IllegalArgumentException if a size is negative or the tree would shrink
   */
  public static List<Tile> completed(long from, long to) {
    Sizes.requireGrowth(from, to);
    List<Tile> tiles = new ArrayList<>();
    for (int level = 0; level <= MAX_LEVEL; level++) {
      int shift = HEIGHT * (level + 1);
      for (long index = from >>> shift; index < to >>> shift; index++) {
        tiles.add(new Tile(level, index));
      }
    }
    return tiles;
  }

  /** The first leaf below this tile; its range ends at {@link #endLeaf}. */
  public long firstLeaf() {
    return index << (HEIGHT * (level + 1));
  }

  /** The leaf after the last one below this tile: the size at which it is full. */
  public long endLeaf() {
    return (index + 1) << (HEIGHT * (level + 1));
  }

  /**
   * The bytes of this tile once it is full, from the reader: for level 0 the leaf hashes, above it
   * the roots of the 256 tiles below.
   */
  public byte[] contents(TileReader reader) {
    byte[] hashes = reader.looseHashes(level, index * WIDTH, (index + 1) * WIDTH);
    requireLength(hashes, BYTES, "the new " + this);
    return hashes;
  }

  /**
   * The root over a full tile's hashes: its entry in the tile one level above.
   *
   * @throws IllegalArgumentException if this is not a full tile
   */
  public static MerkleHash root(byte[] tile) {
    requireLength(tile, BYTES, "a full tile");
    return root(tile, 0, WIDTH);
  }

  /** The root over a power of two of neighbouring hashes. */
  static MerkleHash root(byte[] hashes, int first, int count) {
    if (count == 1) {
      return MerkleHash.at(hashes, first * MerkleHash.BYTES);
    }
    int half = count / 2;
    return MerkleHash.node(root(hashes, first, half), root(hashes, first + half, half));
  }

  static void requireLength(byte[] hashes, int expected, String what) {
    if (hashes.length != expected) {
      throw new IllegalArgumentException(
          what + " must have " + expected + " bytes, not " + hashes.length);
    }
  }

  /** Level and index as C2SP paths have them, without the padding. */
  @Override
  public String toString() {
    return "tile " + level + "/" + index;
  }
}
