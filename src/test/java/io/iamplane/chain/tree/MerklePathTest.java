package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A path leads to the root that appending makes, for every leaf of every size. */
class MerklePathTest {

  @Test
  void everyPathVerifies() {
    List<MerkleHash> leaves = new ArrayList<>();
    CompactRange tree = CompactRange.empty();
    MerkleRoot root = new MerkleRoot();
    assertThat(root.bytes()).isEqualTo(tree.root().bytes());
    for (int size = 1; size <= 130; size++) {
      root.add(new byte[] {(byte) size, (byte) (size >> 8), 7}, 2);
      MerkleHash leaf = MerkleHash.leaf(new byte[] {(byte) size, (byte) (size >> 8)});
      leaves.add(leaf);
      tree = tree.append(leaf);
      assertThat(root.bytes()).as("root of %s", size).isEqualTo(tree.root().bytes());
      assertThat(root.bytes()).as("asked again").isEqualTo(tree.root().bytes());
      for (int index = 0; index < size; index++) {
        List<MerkleHash> path = MerklePath.of(leaves, index);
        assertThat(ProofVerifier.inclusion(index, size, leaves.get(index), path, tree.root()))
            .as("%s of %s", index, size)
            .isTrue();
      }
    }
  }

  @Test
  void aLeafThatIsNotThereHasNoPath() {
    List<MerkleHash> one = List.of(MerkleHash.leaf(new byte[1]));
    assertThatThrownBy(() -> MerklePath.of(one, 1)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> MerklePath.of(List.of(), 0)).isInstanceOf(RuntimeException.class);
    assertThat(MerklePath.of(one, 0)).isEmpty();
  }
}
