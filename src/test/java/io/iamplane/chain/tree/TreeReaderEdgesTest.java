package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trees beside the edges of tiles, and how much of them a computation reads. */
class TreeReaderEdgesTest {

  private static final int[] EDGES = {
    1, 2, 255, 256, 257, 511, 512, 513, 767, 768, 65_279, 65_280, 65_535, 65_536, 65_537, 65_792,
    65_793, 69_999, 70_000, 131_071, 131_072, 131_073
  };

  private static final Rfc6962 REFEREE = Rfc6962.numbered(131_073);

  private final Random random = new Random(6962);

  @Test
  void storedTreesOfEverySizeBesideAnEdgeAnswerAsTheDefinitionDoes() {
    MemoryTiles tiles = new MemoryTiles();
    for (int stored : EDGES) {
      tiles.append(REFEREE, stored);
      for (int size : sizesUpTo(stored)) {
        assertThat(tiles.reader().root(size)).isEqualTo(REFEREE.root(size));
        assertFewReads(tiles, stored);
        for (int index : indexesIn(size)) {
          assertThat(tiles.reader().inclusionProof(index, size))
              .as("leaf %s of %s, %s stored", index, size, stored)
              .isEqualTo(REFEREE.path(index, size));
          assertFewReads(tiles, stored);
        }
      }
    }
    assertThat(tiles.widest()).isLessThanOrEqualTo(256);
  }

  @Test
  void consistencyBetweenTheEdges() {
    MemoryTiles tiles = MemoryTiles.of(REFEREE, 131_073, 4_001);
    for (int to : sizesUpTo(131_073)) {
      for (int from : sizesUpTo(to)) {
        List<MerkleHash> proof = tiles.reader().consistencyProof(from, to);

        assertThat(proof).as("%s to %s", from, to).isEqualTo(REFEREE.proof(from, to));
        assertThat(ProofVerifier.consistency(from, to, REFEREE.root(from), REFEREE.root(to), proof))
            .isTrue();
        assertFewReads(tiles, 131_073);
      }
    }
  }

  @Test
  void aProofAmongABillionRecordsIsShortAndReadsLittle() {
    long size = 999_999_999;
    CountingReader reader = new CountingReader();
    TreeReader tree = new TreeReader(reader, size);
    for (int i = 0; i < 500; i++) {
      long index = random.nextLong(size);
      long other = random.nextLong(1, size);

      assertThat(tree.inclusionProof(index, size)).hasSizeLessThanOrEqualTo(30);
      assertThat(tree.consistencyProof(other, size)).hasSizeLessThanOrEqualTo(31);
      assertThat(tree.rangeAt(other).encode()).hasSizeLessThanOrEqualTo(30 * 32);
      assertThat(reader.mostReads(3)).isLessThanOrEqualTo(8);
      assertThat(reader.widest).isLessThanOrEqualTo(255);
    }
  }

  @Test
  void theLargestTreeIsReadToo() {
    CountingReader reader = new CountingReader();
    TreeReader tree = new TreeReader(reader, Long.MAX_VALUE);

    assertThat(tree.rangeAt(Long.MAX_VALUE).encode()).hasSize(63 * 32);
    assertThat(tree.inclusionProof(0, Long.MAX_VALUE)).hasSize(63);
    assertThat(tree.inclusionProof(Long.MAX_VALUE - 1, Long.MAX_VALUE)).hasSize(62);
    assertThat(tree.consistencyProof(1, Long.MAX_VALUE)).hasSize(63);
    assertThat(reader.mostReads(4)).isLessThanOrEqualTo(16);
  }

  /** Two tiles for each level: the one above the leaf, and the one at the right edge. */
  private static void assertFewReads(MemoryTiles tiles, int stored) {
    int levels = (Integer.SIZE - Integer.numberOfLeadingZeros(stored) + 7) / 8;
    assertThat(tiles.reads()).isLessThanOrEqualTo(2 * levels);
  }

  private List<Integer> sizesUpTo(int stored) {
    List<Integer> sizes = new ArrayList<>();
    for (int edge : EDGES) {
      if (edge <= stored) {
        sizes.add(edge);
      }
    }
    for (int i = 0; i < 10; i++) {
      sizes.add(random.nextInt(1, stored + 1));
    }
    return sizes;
  }

  private List<Integer> indexesIn(int size) {
    List<Integer> indexes = new ArrayList<>(List.of(0, size - 1, size / 2));
    for (int edge : EDGES) {
      if (edge < size) {
        indexes.add(edge);
      }
    }
    for (int i = 0; i < 10; i++) {
      indexes.add(random.nextInt(size));
    }
    return indexes;
  }

  /** A store too large to have: every hash is zero. */
  private static final class CountingReader implements TileReader {

    private int reads;
    private long widest;

    /** The reads of each of the last calls, on average, rounded up. */
    int mostReads(int calls) {
      int average = Math.ceilDiv(reads, calls);
      reads = 0;
      return average;
    }

    @Override
    public byte[] tile(int level, long index) {
      reads++;
      return new byte[Tile.BYTES];
    }

    @Override
    public byte[] looseHashes(int level, long from, long to) {
      reads++;
      widest = Math.max(widest, to - from);
      return new byte[(int) (to - from) * MerkleHash.BYTES];
    }
  }
}
