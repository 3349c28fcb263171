package io.iamplane.audit.tree;

import io.iamplane.shared.Hashes;
import java.security.MessageDigest;

/**
 * The root of a tree from a sequence of leaves (RFC 6962, section 2.1: MTH), by one digest. It
 * keeps one hash for each level; {@link CompactRange} is the same in a form that can be stored.
 */
public final class MerkleRoot {

  private final MessageDigest digest = Hashes.sha256();

  /** The root of a perfect subtree of 2ⁱ leaves for each bit i that is set in the size. */
  private final byte[][] subtrees = new byte[Long.SIZE][];

  private long size;

  /**
   * Adds a leaf.
   *
   * @param data begins with the leaf's data
   * @param length of the leaf's data, in bytes
   */
  public void add(byte[] data, int length) {
    digest.update((byte) 0);
    digest.update(data, 0, length);
    byte[] hash = digest.digest();
    int level = 0;
    for (long full = size; (full & 1) == 1; full >>>= 1) {
      hash = node(subtrees[level], hash);
      level++;
    }
    subtrees[level] = hash;
    size++;
  }

  /** The root over the added leaves, the 32 bytes of {@link CompactRange#root()}. */
  public byte[] bytes() {
    if (size == 0) {
      return MerkleHash.emptyRoot().bytes();
    }
    int level = Long.numberOfTrailingZeros(size);
    byte[] hash = subtrees[level].clone();
    for (level++; level < subtrees.length; level++) {
      if ((size >>> level & 1) == 1) {
        hash = node(subtrees[level], hash);
      }
    }
    return hash;
  }

  private byte[] node(byte[] left, byte[] right) {
    digest.update((byte) 1);
    digest.update(left);
    return digest.digest(right);
  }
}
