package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store like the database: the leaf hashes, each full tile, and its root. Fails a read of absent
 * or too many hashes, and a repeated read.
 */
final class MemoryTiles implements TileReader {

  private final List<MerkleHash> leaves = new ArrayList<>();
  private final Map<Tile, byte[]> tiles = new HashMap<>();
  private final Map<Tile, MerkleHash> roots = new HashMap<>();
  private final Set<String> reads = new HashSet<>();
  private int widest;

  /** A store of the referee's first leaves, appended in pieces of this many. */
  static MemoryTiles of(Rfc6962 referee, int size, int piece) {
    MemoryTiles tiles = new MemoryTiles();
    for (int from = 0; from < size; from += piece) {
      tiles.append(referee, Math.min(size, from + piece));
    }
    return tiles;
  }

  void append(Rfc6962 referee, int size) {
    int before = leaves.size();
    for (int i = before; i < size; i++) {
      leaves.add(referee.leaf(i));
    }
    for (Tile tile : Tile.completed(before, size)) {
      byte[] contents = tile.contents(this);
      assertThat(tiles.put(tile, contents)).as("%s is written once", tile).isNull();
      roots.put(tile, Tile.root(contents));
      reads.clear();
    }
  }

  /** A reader for one call, with a new count of reads. */
  TreeReader reader() {
    reads.clear();
    return new TreeReader(this, leaves.size());
  }

  /** Returns the number of reads since the last call; fails if anything was read twice. */
  int reads() {
    int count = reads.size();
    reads.clear();
    return count;
  }

  /** The most loose hashes that one read asked for. */
  int widest() {
    return widest;
  }

  Map<Tile, byte[]> tiles() {
    return tiles;
  }

  @Override
  public byte[] tile(int level, long index) {
    Tile tile = new Tile(level, index);
    assertThat(reads.add(tile.toString())).as("%s is read once", tile).isTrue();
    assertThat(tiles).as("only full tiles are read").containsKey(tile);
    return tiles.get(tile).clone();
  }

  @Override
  public byte[] looseHashes(int level, long from, long to) {
    assertThat(reads.add("loose " + level)).as("loose hashes of level %s", level).isTrue();
    assertThat(from % Tile.WIDTH).isZero();
    assertThat(to - from).isBetween(1L, 256L);
    widest = Math.max(widest, (int) (to - from));
    ByteArrayOutputStream hashes = new ByteArrayOutputStream();
    for (long i = from; i < to; i++) {
      MerkleHash hash = level == 0 ? leaves.get((int) i) : roots.get(new Tile(level - 1, i));
      hashes.writeBytes(hash.bytes());
    }
    return hashes.toByteArray();
  }
}
