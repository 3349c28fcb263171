package io.iamplane.chain.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Verifies proofs. An invalid proof is a result and not an exception, since a proof comes from a
 * stranger.
 *
 * <p>A root determines the leaves and their order, yet several sizes may share the shape of a
 * proof; the size, too, must come from the source of the root, which is a signed checkpoint.
 */
public final class ProofVerifier {

  private ProofVerifier() {}

  /**
   * Returns true if the tree with this size and root has this leaf at this index (RFC 9162, section
   * 2.1.3.2).
   */
  public static boolean inclusion(
      long index, long size, MerkleHash leaf, List<MerkleHash> proof, MerkleHash root) {
    if (index < 0 || index >= size) {
      return false;
    }
    Climb climb = new Climb(index, size - 1);
    MerkleHash hash = leaf;
    for (MerkleHash sibling : proof) {
      if (climb.isAtTheRoot()) {
        return false;
      }
      hash =
          climb.siblingIsLeft() ? MerkleHash.node(sibling, hash) : MerkleHash.node(hash, sibling);
      climb.step();
    }
    return climb.isAtTheRoot() && hash.equals(root);
  }

  /**
   * Returns true if the later tree begins with the earlier one (RFC 9162, section 2.1.4.2). For
   * equal sizes and for an empty earlier tree, which the RFC does not cover, the proof is empty and
   * the roots must be equal, or the earlier one the empty tree's.
   */
  public static boolean consistency(
      long from, long to, MerkleHash fromRoot, MerkleHash toRoot, List<MerkleHash> proof) {
    if (from < 0 || from > to) {
      return false;
    }
    if (from == 0 && !fromRoot.equals(MerkleHash.emptyRoot())) {
      return false;
    }
    if (from == to) {
      return proof.isEmpty() && fromRoot.equals(toRoot);
    }
    if (from == 0) {
      return proof.isEmpty();
    }
    return !proof.isEmpty() && grown(from, to, fromRoot, toRoot, proof);
  }

  private static boolean grown(
      long from, long to, MerkleHash fromRoot, MerkleHash toRoot, List<MerkleHash> proof) {
    List<MerkleHash> path = new ArrayList<>();
    if (Long.bitCount(from) == 1) {
      path.add(fromRoot);
    }
    path.addAll(proof);
    Climb climb = new Climb(from - 1, to - 1);
    climb.skipRightEdges();
    MerkleHash earlier = path.getFirst();
    MerkleHash later = path.getFirst();
    for (MerkleHash sibling : path.subList(1, path.size())) {
      if (climb.isAtTheRoot()) {
        return false;
      }
      if (climb.siblingIsLeft()) {
        earlier = MerkleHash.node(sibling, earlier);
        later = MerkleHash.node(sibling, later);
      } else {
        later = MerkleHash.node(later, sibling);
      }
      climb.step();
    }
    return climb.isAtTheRoot() && earlier.equals(fromRoot) && later.equals(toRoot);
  }

  /** A way up from a leaf, beside the way up from the last leaf: {@code fn} and {@code sn}. */
  private static final class Climb {

    private long node;
    private long last;

    Climb(long node, long last) {
      this.node = node;
      this.last = last;
    }

    boolean isAtTheRoot() {
      return last == 0;
    }

    boolean siblingIsLeft() {
      return isRightChild() || node == last;
    }

    void step() {
      // A last node without a sibling stands for its parent too, up to where it gets one.
      if (node == last) {
        while (!isRightChild() && node != 0) {
          up();
        }
      }
      up();
    }

    void skipRightEdges() {
      while (isRightChild()) {
        up();
      }
    }

    private boolean isRightChild() {
      return (node & 1) == 1;
    }

    private void up() {
      node >>= 1;
      last >>= 1;
    }
  }
}
