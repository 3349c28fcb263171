package io.iamplane.chain.tree;

/** Answers the same bytes to every question. */
record FixedReader(byte[] hashes) implements TileReader {

  @Override
  public byte[] tile(int level, long index) {
    return hashes;
  }

  @Override
  public byte[] looseHashes(int level, long from, long to) {
    return hashes;
  }
}
