package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.Hashes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MerkleHashTest {

  private static final MerkleHash A = MerkleHash.leaf(new byte[] {1});
  private static final MerkleHash B = MerkleHash.leaf(new byte[] {2});

  @Test
  void leafIsHashedBehindAZeroByte() {
    assertThat(A.bytes()).isEqualTo(Hashes.sha256(new byte[] {0, 1}));
  }

  @Test
  void nodeIsHashedBehindAOneByte() {
    byte[] both = new byte[65];
    both[0] = 1;
    System.arraycopy(A.bytes(), 0, both, 1, 32);
    System.arraycopy(B.bytes(), 0, both, 33, 32);

    assertThat(MerkleHash.node(A, B).bytes()).isEqualTo(Hashes.sha256(both));
    assertThat(MerkleHash.node(A, B)).isNotEqualTo(MerkleHash.node(B, A));
  }

  @Test
  void aLeafThatSpellsANodeIsAnotherHash() {
    byte[] both = Arrays.copyOf(A.bytes(), 64);
    System.arraycopy(B.bytes(), 0, both, 32, 32);

    assertThat(MerkleHash.leaf(both)).isNotEqualTo(MerkleHash.node(A, B));
  }

  @Test
  void emptyRootIsTheHashOfNothing() {
    assertThat(MerkleHash.emptyRoot())
        .hasToString("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void anyOtherLengthIsRefused() {
    for (int length : new int[] {0, 31, 33, 64}) {
      assertThatThrownBy(() -> MerkleHash.of(new byte[length]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a hash must have 32 bytes, but this one has " + length);
    }
  }

  @Test
  void nobodyChangesAHashFromOutside() {
    byte[] given = A.bytes();
    MerkleHash hash = MerkleHash.of(given);
    given[0]++;
    hash.bytes()[1]++;

    assertThat(hash).isEqualTo(A).hasSameHashCodeAs(A);
    assertThat(hash).isNotEqualTo(B).isNotEqualTo("A");
  }
}
