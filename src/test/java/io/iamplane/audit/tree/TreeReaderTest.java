package io.iamplane.audit.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every small tree, against the definition. */
class TreeReaderTest {

  private static final int LARGEST = 300;
  private static final Rfc6962 REFEREE = Rfc6962.numbered(LARGEST);
  private static final MemoryTiles TILES = MemoryTiles.of(REFEREE, LARGEST, 13);
  private static final TreeReader READER = TILES.reader();

  @Test
  void rootIsThatOfTheDefinitionAtEverySize() {
    for (int size = 0; size <= LARGEST; size++) {
      assertThat(READER.root(size)).as("size %s", size).isEqualTo(REFEREE.root(size));
      TILES.reads();
    }
  }

  @Test
  void rangeIsWhatAppendingKnewAtEverySize() {
    CompactRange range = CompactRange.empty();
    for (int size = 0; size <= LARGEST; size++) {
      assertThat(READER.rangeAt(size)).as("size %s", size).isEqualTo(range);
      TILES.reads();
      if (size < LARGEST) {
        range = range.append(REFEREE.leaf(size));
      }
    }
  }

  @Test
  void inclusionProofIsThatOfTheDefinitionAndHoldsForEveryLeafOfEverySize() {
    for (int size = 1; size <= LARGEST; size++) {
      MerkleHash root = REFEREE.root(size);
      for (int index = 0; index < size; index++) {
        List<MerkleHash> proof = READER.inclusionProof(index, size);
        TILES.reads();

        assertThat(proof).as("leaf %s of %s", index, size).isEqualTo(REFEREE.path(index, size));
        assertThat(proof).hasSizeLessThanOrEqualTo(ceilLog2(size));
        assertThat(ProofVerifier.inclusion(index, size, REFEREE.leaf(index), proof, root))
            .as("leaf %s of %s", index, size)
            .isTrue();
      }
    }
  }

  @Test
  void consistencyProofIsThatOfTheDefinitionAndHoldsBetweenAllSizes() {
    for (int to = 0; to <= LARGEST; to++) {
      MerkleHash root = REFEREE.root(to);
      for (int from = 0; from <= to; from++) {
        List<MerkleHash> proof = READER.consistencyProof(from, to);
        TILES.reads();

        assertThat(proof).as("%s to %s", from, to).isEqualTo(REFEREE.proof(from, to));
        assertThat(proof).hasSizeLessThanOrEqualTo(ceilLog2(to) + 1);
        assertThat(ProofVerifier.consistency(from, to, REFEREE.root(from), root, proof))
            .as("%s to %s", from, to)
            .isTrue();
      }
    }
  }

  @Test
  void aTreeThatWasReadWhenItWasSmallerAnswersTheSame() {
    MemoryTiles growing = new MemoryTiles();
    for (int size = 1; size <= LARGEST; size++) {
      growing.append(REFEREE, size);
      int index = (size * 31) % size;
      assertThat(growing.reader().treeSize()).isEqualTo(size);
      assertThat(growing.reader().inclusionProof(index, size)).isEqualTo(REFEREE.path(index, size));
      growing.reads();
    }
  }

  @Test
  void sizesThatTheTreeNeverHadAreRefused() {
    assertRefused(() -> READER.root(301), "the size 301 is not 0 to 300");
    assertRefused(() -> READER.root(-1), "the size -1 is not 0 to 300");
    assertRefused(() -> READER.rangeAt(301), "the size 301 is not 0 to 300");
    assertRefused(() -> READER.inclusionProof(0, 301), "the size 301 is not 0 to 300");
    assertRefused(() -> READER.inclusionProof(0, -1), "the size -1 is not 0 to 300");
    assertRefused(() -> READER.consistencyProof(0, 301), "the size 301 is not 0 to 300");
    assertRefused(() -> new TreeReader(TILES, -1), "the size -1 is not 0 to " + Long.MAX_VALUE);
  }

  @Test
  void leavesOutsideTheTreeAreRefused() {
    assertRefused(() -> READER.inclusionProof(9, 9), "the leaf index 9 is not in a tree of size 9");
    assertRefused(() -> READER.inclusionProof(0, 0), "the leaf index 0 is not in a tree of size 0");
    assertRefused(
        () -> READER.inclusionProof(-1, 9), "the leaf index -1 is not in a tree of size 9");
  }

  @Test
  void aTreeDoesNotShrink() {
    assertRefused(() -> READER.consistencyProof(10, 9), "a tree does not grow from size 10 to 9");
    assertRefused(() -> READER.consistencyProof(-1, 9), "a tree does not grow from size -1 to 9");
  }

  @Test
  void aStoreThatAnswersTheWrongLengthIsReported() {
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[8_160]), 300).root(256),
        "tile 1/0 of width 1 has 32 bytes, but this has 8160");
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[8_160]), 300).inclusionProof(1, 256),
        "tile 0/0 of width 256 has 8192 bytes, but this has 8160");
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[0]), 3).root(3),
        "tile 0/0 of width 3 has 96 bytes, but this has 0");
  }

  private static int ceilLog2(int n) {
    return n <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
