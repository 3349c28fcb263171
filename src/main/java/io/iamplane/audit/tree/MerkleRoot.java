package io.iamplane.audit.tree;

import io.iamplane.shared.Hashes;
import java.security.MessageDigest;
import java.util.List;

/** The root of a tree whose leaves are all at hand (RFC 6962, section 2.1: MTH), by one digest. */
public final class MerkleRoot {

  private MerkleRoot() {}

  /**
   * The root over some data, the 32 bytes of {@link CompactRange#root()} over the same leaves.
   *
   * @param data of each leaf
   */
  public static byte[] of(List<byte[]> data) {
    if (data.isEmpty()) {
      return MerkleHash.emptyRoot().bytes();
    }
    MessageDigest digest = Hashes.sha256();
    byte[][] level = new byte[data.size()][];
    for (int i = 0; i < level.length; i++) {
      digest.update((byte) 0);
      level[i] = digest.digest(data.get(i));
    }
    int size = level.length;
    while (size > 1) {
      for (int i = 0; i + 1 < size; i += 2) {
        digest.update((byte) 1);
        digest.update(level[i]);
        level[i / 2] = digest.digest(level[i + 1]);
      }
      if (size % 2 == 1) {
        // One without a partner goes up as it is.
        level[size / 2] = level[size - 1];
      }
      size = (size + 1) / 2;
    }
    return level[0];
  }
}
