package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A record changed after its root was signed cannot be proved under that root. */
class TamperedTreePropertyTest {

  private static final int SIZE = 1_000;
  private static final int SIGNED = 700;

  private final Random random = new Random(9162);
  private final List<byte[]> records = records();
  private final Rfc6962 honest = new Rfc6962(records);

  @Test
  void aRecordThatWasChangedRemovedInsertedOrMovedBreaksConsistency() {
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(SIGNED - 1);
      for (List<byte[]> forged : List.of(changed(at), removed(at), inserted(at), exchanged(at))) {
        Rfc6962 other = new Rfc6962(forged);
        TreeReader reader = MemoryTiles.of(other, forged.size(), 100).reader();
        List<MerkleHash> proof = reader.consistencyProof(SIGNED, forged.size());

        assertThat(
                ProofVerifier.consistency(
                    SIGNED, forged.size(), honest.root(SIGNED), other.root(forged.size()), proof))
            .as("record %s", at)
            .isFalse();
      }
    }
  }

  @Test
  void aRecordThatWasChangedCannotBeProvedUnderTheEarlierRoot() {
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(SIGNED);
      Rfc6962 other = new Rfc6962(changed(at));
      List<MerkleHash> proof = MemoryTiles.of(other, SIZE, 100).reader().inclusionProof(at, SIGNED);

      assertThat(proof).as("the siblings are unchanged").isEqualTo(honest.path(at, SIGNED));
      assertThat(ProofVerifier.inclusion(at, SIGNED, other.leaf(at), proof, honest.root(SIGNED)))
          .isFalse();
      assertThat(ProofVerifier.inclusion(at, SIGNED, honest.leaf(at), proof, honest.root(SIGNED)))
          .isTrue();
    }
  }

  @Test
  void whatIsAppendedLaterBreaksNothing() {
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(SIGNED, SIZE);
      Rfc6962 other = new Rfc6962(changed(at));
      TreeReader reader = MemoryTiles.of(other, SIZE, 100).reader();

      assertThat(
              ProofVerifier.consistency(
                  SIGNED,
                  SIZE,
                  honest.root(SIGNED),
                  other.root(SIZE),
                  reader.consistencyProof(SIGNED, SIZE)))
          .isTrue();
    }
  }

  @Test
  void aTileWithAChangedBitProvesNothing() {
    for (int i = 0; i < 200; i++) {
      MemoryTiles tiles = MemoryTiles.of(honest, SIZE, 250);
      int index = random.nextInt(768);
      // The sibling is always read: it is the first hash of the proof.
      int sibling = index ^ 1;
      byte[] tile = tiles.tiles().get(new Tile(0, sibling / 256));
      int bit = random.nextInt(256);
      tile[sibling % 256 * 32 + bit / 8] ^= (byte) (1 << (bit % 8));
      List<MerkleHash> proof = tiles.reader().inclusionProof(index, SIZE);

      assertThat(ProofVerifier.inclusion(index, SIZE, honest.leaf(index), proof, honest.root(SIZE)))
          .isFalse();
    }
  }

  private static List<byte[]> records() {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      records.add(("chain hash " + i).getBytes(StandardCharsets.UTF_8));
    }
    return records;
  }

  private List<byte[]> changed(int at) {
    List<byte[]> forged = new ArrayList<>(records);
    forged.set(at, new byte[] {1});
    return forged;
  }

  private List<byte[]> removed(int at) {
    List<byte[]> forged = new ArrayList<>(records);
    forged.remove(at);
    return forged;
  }

  private List<byte[]> inserted(int at) {
    List<byte[]> forged = new ArrayList<>(records);
    forged.add(at, new byte[] {1});
    return forged;
  }

  private List<byte[]> exchanged(int at) {
    List<byte[]> forged = new ArrayList<>(records);
    forged.set(at + 1, forged.set(at, records.get(at + 1)));
    return forged;
  }
}
