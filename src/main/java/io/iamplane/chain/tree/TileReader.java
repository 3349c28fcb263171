package io.iamplane.chain.tree;

/**
 * The stored parts of one tree. A reader answers from one consistent snapshot, and its answers are
 * used unverified: callers that need a proof compare the root with a signed one.
 */
public interface TileReader {

  /**
   * A full tile, {@link Tile#BYTES} long. Only tiles that the tree's size makes full are asked for.
   */
  byte[] tile(int level, long index);

  /**
   * Hashes that no full tile of their level holds yet, one after the other: at level 0 the leaf
   * hashes of leaves {@code from} to {@code to}, at level L above it the roots of the full tiles
   * (L-1, {@code from}) to (L-1, {@code to}), which are best stored beside those tiles. They lie
   * within one tile, so there are 255 at most, and 256 when that tile is being made.
   *
   * @param from the first position within the level, from 0
   * @param to the position after the last
   */
  byte[] looseHashes(int level, long from, long to);
}
