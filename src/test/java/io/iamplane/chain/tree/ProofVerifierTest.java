package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A proof with one changed bit is refused. */
class ProofVerifierTest {

  private static final int LARGEST = 40;
  private static final Rfc6962 REFEREE = Rfc6962.numbered(LARGEST);

  @Test
  void anInclusionProofHoldsForNoOtherLeafNorRoot() {
    for (int size = 1; size <= LARGEST; size++) {
      for (int index = 0; index < size; index++) {
        MerkleHash leaf = REFEREE.leaf(index);
        MerkleHash root = REFEREE.root(size);
        List<MerkleHash> proof = REFEREE.path(index, size);
        for (int bit = 0; bit < 256; bit++) {
          assertThat(ProofVerifier.inclusion(index, size, flipped(leaf, bit), proof, root))
              .isFalse();
          assertThat(ProofVerifier.inclusion(index, size, leaf, proof, flipped(root, bit)))
              .isFalse();
        }
      }
    }
  }

  @Test
  void anInclusionProofHoldsWithNoOtherHash() {
    for (int size = 1; size <= 20; size++) {
      for (int index = 0; index < size; index++) {
        for (List<MerkleHash> other : changed(REFEREE.path(index, size))) {
          assertThat(
                  ProofVerifier.inclusion(
                      index, size, REFEREE.leaf(index), other, REFEREE.root(size)))
              .isFalse();
        }
      }
    }
  }

  @Test
  void anInclusionProofHoldsForNoOtherIndex() {
    for (int size = 1; size <= LARGEST; size++) {
      for (int index = 0; index < size; index++) {
        for (long other : others(index)) {
          assertThat(
                  ProofVerifier.inclusion(
                      other,
                      size,
                      REFEREE.leaf(index),
                      REFEREE.path(index, size),
                      REFEREE.root(size)))
              .as("%s for %s of %s", other, index, size)
              .isFalse();
        }
      }
    }
  }

  /** A proof does not speak of the size where the way up turns alike: that is the checkpoint's. */
  @Test
  void anInclusionProofHoldsForAnotherSizeOnlyIfTheWayUpTurnsAlike() {
    for (int size = 1; size <= LARGEST; size++) {
      for (int index = 0; index < size; index++) {
        for (long other : others(size)) {
          boolean alike = other > index && turns(index, 0, other).equals(turns(index, 0, size));
          assertThat(
                  ProofVerifier.inclusion(
                      index,
                      other,
                      REFEREE.leaf(index),
                      REFEREE.path(index, size),
                      REFEREE.root(size)))
              .as("%s of %s for %s", index, size, other)
              .isEqualTo(alike);
        }
      }
    }
  }

  @Test
  void aConsistencyProofHoldsForNoOtherRoot() {
    for (int to = 1; to <= LARGEST; to++) {
      for (int from = 1; from <= to; from++) {
        MerkleHash early = REFEREE.root(from);
        MerkleHash late = REFEREE.root(to);
        List<MerkleHash> proof = REFEREE.proof(from, to);
        for (int bit = 0; bit < 256; bit++) {
          assertThat(ProofVerifier.consistency(from, to, flipped(early, bit), late, proof))
              .isFalse();
          assertThat(ProofVerifier.consistency(from, to, early, flipped(late, bit), proof))
              .isFalse();
        }
      }
    }
  }

  @Test
  void aConsistencyProofHoldsWithNoOtherHash() {
    for (int to = 0; to <= 20; to++) {
      for (int from = 0; from <= to; from++) {
        for (List<MerkleHash> other : changed(REFEREE.proof(from, to))) {
          assertThat(
                  ProofVerifier.consistency(from, to, REFEREE.root(from), REFEREE.root(to), other))
              .as("%s to %s", from, to)
              .isFalse();
        }
      }
    }
  }

  @Test
  void aConsistencyProofHoldsForNoTreesButItsOwn() {
    for (int to = 1; to <= LARGEST; to++) {
      for (int from = 1; from <= to; from++) {
        List<MerkleHash> proof = REFEREE.proof(from, to);
        for (int other = 1; other <= LARGEST; other++) {
          assertThat(
                  other != from
                      && ProofVerifier.consistency(
                          other, to, REFEREE.root(other), REFEREE.root(to), proof))
              .as("%s to %s for %s", from, to, other)
              .isFalse();
          assertThat(
                  other != to
                      && ProofVerifier.consistency(
                          from, other, REFEREE.root(from), REFEREE.root(other), proof))
              .as("%s to %s for %s", from, to, other)
              .isFalse();
        }
      }
    }
  }

  @Test
  void aConsistencyProofHoldsForNoOtherEarlierSize() {
    for (int to = 1; to <= LARGEST; to++) {
      for (int from = 1; from <= to; from++) {
        for (long other : others(from)) {
          assertThat(
                  ProofVerifier.consistency(
                      other, to, REFEREE.root(from), REFEREE.root(to), REFEREE.proof(from, to)))
              .as("%s to %s for %s", from, to, other)
              .isFalse();
        }
      }
    }
  }

  @Test
  void everyTreeGrowsFromTheEmptyOneWhoseRootIsKnown() {
    MerkleHash empty = MerkleHash.emptyRoot();
    MerkleHash some = REFEREE.root(3);

    assertThat(ProofVerifier.consistency(0, 3, empty, some, List.of())).isTrue();
    assertThat(ProofVerifier.consistency(0, 0, empty, empty, List.of())).isTrue();
    assertThat(ProofVerifier.consistency(0, 3, some, some, List.of())).isFalse();
    assertThat(ProofVerifier.consistency(0, 0, some, some, List.of())).isFalse();
    assertThat(ProofVerifier.consistency(0, 3, empty, some, List.of(some))).isFalse();
    assertThat(ProofVerifier.consistency(0, 0, empty, some, List.of())).isFalse();
  }

  @Test
  void sizesAndIndexesThatDoNotExistAreRefused() {
    MerkleHash root = REFEREE.root(1);

    assertThat(ProofVerifier.inclusion(-1, 1, root, List.of(), root)).isFalse();
    assertThat(ProofVerifier.inclusion(1, 1, root, List.of(), root)).isFalse();
    assertThat(ProofVerifier.inclusion(0, 0, root, List.of(), root)).isFalse();
    assertThat(ProofVerifier.inclusion(0, -1, root, List.of(), root)).isFalse();
    assertThat(ProofVerifier.consistency(-1, 1, root, root, List.of())).isFalse();
    assertThat(ProofVerifier.consistency(2, 1, root, root, List.of())).isFalse();
    assertThat(ProofVerifier.consistency(-2, -1, root, root, List.of())).isFalse();
    assertThat(ProofVerifier.consistency(1, 2, root, root, List.of())).isFalse();
  }

  /** Each hash with each bit changed, one hash less, one more, and two exchanged. */
  private static List<List<MerkleHash>> changed(List<MerkleHash> proof) {
    List<List<MerkleHash>> others = new ArrayList<>();
    for (int i = 0; i < proof.size(); i++) {
      for (int bit = 0; bit < 256; bit++) {
        List<MerkleHash> other = new ArrayList<>(proof);
        other.set(i, flipped(proof.get(i), bit));
        others.add(other);
      }
      List<MerkleHash> shorter = new ArrayList<>(proof);
      shorter.remove(i);
      others.add(shorter);
      if (i > 0) {
        List<MerkleHash> exchanged = new ArrayList<>(proof);
        exchanged.set(i, exchanged.set(i - 1, proof.get(i)));
        others.add(exchanged);
      }
    }
    for (int i = 0; i <= proof.size(); i++) {
      List<MerkleHash> longer = new ArrayList<>(proof);
      longer.add(i, REFEREE.leaf(0));
      others.add(longer);
    }
    return others;
  }

  private static List<Long> others(long value) {
    List<Long> others = new ArrayList<>();
    for (int bit = 0; bit < Long.SIZE; bit++) {
      others.add(value ^ (1L << bit));
    }
    return others;
  }

  /** From the root to the leaf: left or right at each node. */
  private static String turns(long index, long from, long to) {
    if (to - from == 1) {
      return "";
    }
    long middle = from + Long.highestOneBit(to - from - 1);
    return index < middle ? "L" + turns(index, from, middle) : "R" + turns(index, middle, to);
  }

  private static MerkleHash flipped(MerkleHash hash, int bit) {
    byte[] bytes = hash.bytes();
    bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    return MerkleHash.of(bytes);
  }
}
