package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every small tree, against the definition. */
class TreeReaderTest {

  private static final int LARGEST = 300;
  private static final Rfc6962 REFEREE = Rfc6962.numbered(LARGEST);
  private static final MemoryTiles TILES = MemoryTiles.of(REFEREE, LARGEST, 13);
  private static final TreeReader READER = TILES.reader();

  /** Every small one, and those around the end of a tile. */
  private static final List<Integer> SOME_SIZES =
      IntStream.rangeClosed(1, LARGEST)
          .filter(size -> size <= 66 || Math.abs(size - 256) < 3 || size == LARGEST)
          .boxed()
          .toList();

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
  void inclusionProofIsThatOfTheDefinitionAndHoldsForEveryLeafOfSomeSizes() {
    SOME_SIZES.forEach(TreeReaderTest::requireInclusionProofs);
  }

  @Test
  @Tag("ci")
  void inclusionProofIsThatOfTheDefinitionAndHoldsForEveryLeafOfEverySize() {
    IntStream.rangeClosed(1, LARGEST).forEach(TreeReaderTest::requireInclusionProofs);
  }

  private static void requireInclusionProofs(int size) {
    MerkleHash root = REFEREE.root(size);
    for (int index = 0; index < size; index++) {
      List<MerkleHash> proof = READER.inclusionProof(index, size);
      TILES.reads();

      if (!proof.equals(REFEREE.path(index, size))
          || proof.size() > ceilLog2(size)
          || !ProofVerifier.inclusion(index, size, REFEREE.leaf(index), proof, root)) {
        fail("leaf %s of %s: %s".formatted(index, size, proof));
      }
    }
  }

  @Test
  void consistencyProofIsThatOfTheDefinitionAndHoldsFromAllSizesToSome() {
    SOME_SIZES.forEach(TreeReaderTest::requireConsistencyProofs);
  }

  @Test
  @Tag("ci")
  void consistencyProofIsThatOfTheDefinitionAndHoldsBetweenAllSizes() {
    IntStream.rangeClosed(0, LARGEST).forEach(TreeReaderTest::requireConsistencyProofs);
  }

  private static void requireConsistencyProofs(int to) {
    MerkleHash root = REFEREE.root(to);
    for (int from = 0; from <= to; from++) {
      List<MerkleHash> proof = READER.consistencyProof(from, to);
      TILES.reads();

      if (!proof.equals(REFEREE.proof(from, to))
          || proof.size() > ceilLog2(to) + 1
          || !ProofVerifier.consistency(from, to, REFEREE.root(from), root, proof)) {
        fail("%s to %s: %s".formatted(from, to, proof));
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
    assertRefused(() -> READER.root(301), "the size 301 is not between 0 and 300");
    assertRefused(() -> READER.root(-1), "the size -1 is not between 0 and 300");
    assertRefused(() -> READER.rangeAt(301), "the size 301 is not between 0 and 300");
    assertRefused(() -> READER.inclusionProof(0, 301), "the size 301 is not between 0 and 300");
    assertRefused(() -> READER.inclusionProof(0, -1), "the size -1 is not between 0 and 300");
    assertRefused(() -> READER.consistencyProof(0, 301), "the size 301 is not between 0 and 300");
    assertRefused(
        () -> new TreeReader(TILES, -1), "the size -1 is not between 0 and " + Long.MAX_VALUE);
  }

  @Test
  void leavesOutsideTheTreeAreRefused() {
    assertRefused(
        () -> READER.inclusionProof(9, 9), "the leaf index 9 is outside a tree of size 9");
    assertRefused(
        () -> READER.inclusionProof(0, 0), "the leaf index 0 is outside a tree of size 0");
    assertRefused(
        () -> READER.inclusionProof(-1, 9), "the leaf index -1 is outside a tree of size 9");
  }

  @Test
  void aTreeDoesNotShrink() {
    assertRefused(() -> READER.consistencyProof(10, 9), "a tree cannot grow from size 10 to 9");
    assertRefused(() -> READER.consistencyProof(-1, 9), "a tree cannot grow from size -1 to 9");
  }

  @Test
  void aStoreThatAnswersTheWrongLengthIsReported() {
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[8_160]), 300).root(256),
        "tile 1/0 of width 1 must have 32 bytes, not 8160");
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[8_160]), 300).inclusionProof(1, 256),
        "tile 0/0 of width 256 must have 8192 bytes, not 8160");
    assertRefused(
        () -> new TreeReader(new FixedReader(new byte[0]), 3).root(3),
        "tile 0/0 of width 3 must have 96 bytes, not 0");
  }

  private static int ceilLog2(int n) {
    return n <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
