package io.iamplane.chain.tree;

import io.iamplane.shared.Hashes;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The root of a tree from a sequence of leaves (RFC 6962, section 2.1: MTH), by one digest. It
 * keeps one hash for each level; {@link CompactRange} is the same in a form that can be stored.
 */
public final class MerkleRoot {

  private static final int HASH = MerkleHash.BYTES;

  private final MessageDigest digest = Hashes.sha256();

  /** An inner node's data: its prefix and two hashes, of which the second is the present one. */
  private final byte[] node = new byte[1 + 2 * HASH];

  /** The root of a perfect subtree of 2ⁱ leaves for each bit i that is set in the size. */
  private final byte[][] subtrees = new byte[Long.SIZE][];

  private long size;

  public MerkleRoot() {
    node[0] = 1;
  }

  /** Adds a leaf, whose data are the first {@code length} bytes. */
  public void add(byte[] data, int length) {
    digest.update((byte) 0);
    digest.update(data, 0, length);
    digestTo();
    addPresent();
  }

  /** Adds a leaf by its hash, the 32 bytes of {@link MerkleHash#leaf}. */
  public void addLeaf(byte[] leaf) {
    System.arraycopy(leaf, 0, node, 1 + HASH, HASH);
    addPresent();
  }

  private void addPresent() {
    int level = 0;
    for (long full = size; (full & 1) == 1; full >>>= 1) {
      join(level);
      level++;
    }
    if (subtrees[level] == null) {
      subtrees[level] = new byte[HASH];
    }
    System.arraycopy(node, 1 + HASH, subtrees[level], 0, HASH);
    size++;
  }

  /** The root over the added leaves, the 32 bytes of {@link CompactRange#root()}. */
  public byte[] bytes() {
    if (size == 0) {
      return MerkleHash.emptyRoot().bytes();
    }
    int level = Long.numberOfTrailingZeros(size);
    System.arraycopy(subtrees[level], 0, node, 1 + HASH, HASH);
    for (level++; level < subtrees.length; level++) {
      if ((size >>> level & 1) == 1) {
        join(level);
      }
    }
    return Arrays.copyOfRange(node, 1 + HASH, node.length);
  }

  /** Makes the present hash that of the node over the subtree of a level and itself. */
  private void join(int level) {
    System.arraycopy(subtrees[level], 0, node, 1, HASH);
    digest.update(node);
    digestTo();
  }

  private void digestTo() {
    try {
      digest.digest(node, 1 + HASH, HASH);
    } catch (DigestException e) {
      throw new IllegalStateException("the buffer is too small for a hash", e);
    }
  }
}
