package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.List;

/** The proof that a leaf is in a tree, from all its leaves (RFC 6962, section 2.1.1). */
public final class MerklePath {

  private MerklePath() {}

  /**
   * The hashes beside the way from a leaf to the root, from below.
   *
   * @param leaves the hashes of all leaves
   * @throws IllegalArgumentException when there is no such leaf
   */
  public static List<MerkleHash> of(List<MerkleHash> leaves, int index) {
    Sizes.requireIndex(index, leaves.size());
    List<MerkleHash> path = new ArrayList<>();
    List<MerkleHash> level = leaves;
    int at = index;
    while (level.size() > 1) {
      int beside = at ^ 1;
      if (beside < level.size()) {
        path.add(level.get(beside));
      }
      level = above(level);
      at /= 2;
    }
    return path;
  }

  /** One without a partner goes up as it is. */
  private static List<MerkleHash> above(List<MerkleHash> level) {
    List<MerkleHash> above = new ArrayList<>((level.size() + 1) / 2);
    for (int i = 0; i + 1 < level.size(); i += 2) {
      above.add(MerkleHash.node(level.get(i), level.get(i + 1)));
    }
    if (level.size() % 2 == 1) {
      above.add(level.getLast());
    }
    return above;
  }
}
