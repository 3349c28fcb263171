package io.iamplane.chain.tree;

import io.iamplane.shared.Hashes;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The hash of a leaf or an inner node, 32 bytes of SHA-256 (RFC 6962, section 2.1). The two are
 * hashed with different prefixes, so that neither can be passed off as the other.
 */
public final class MerkleHash {

  public static final int BYTES = 32;

  private static final byte LEAF_PREFIX = 0x00;
  private static final byte NODE_PREFIX = 0x01;
  private static final MerkleHash EMPTY_ROOT = new MerkleHash(Hashes.sha256(new byte[0]));

  private final byte[] bytes;

  private MerkleHash(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A hash that was computed before.
   *
   * @throws IllegalArgumentException if it is not 32 bytes long
   */
  public static MerkleHash of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a hash must have " + BYTES + " bytes, but this one has " + bytes.length);
    }
    return new MerkleHash(bytes.clone());
  }

  /** The hash of a leaf: SHA-256(0x00 ‖ data). A record's data is its chain hash. */
  public static MerkleHash leaf(byte[] data) {
    MessageDigest digest = Hashes.sha256();
    digest.update(LEAF_PREFIX);
    return new MerkleHash(digest.digest(data));
  }

  /** The hash of an inner node: SHA-256(0x01 ‖ left ‖ right). */
  public static MerkleHash node(MerkleHash left, MerkleHash right) {
    MessageDigest digest = Hashes.sha256();
    digest.update(NODE_PREFIX);
    digest.update(left.bytes);
    return new MerkleHash(digest.digest(right.bytes));
  }

  /** The root of the tree without leaves: SHA-256 of nothing. */
  public static MerkleHash emptyRoot() {
    return EMPTY_ROOT;
  }

  /** A copy of the 32 bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The hash that begins at a byte of a longer array, which the caller knows to hold it. */
  static MerkleHash at(byte[] hashes, int offset) {
    return new MerkleHash(Arrays.copyOfRange(hashes, offset, offset + BYTES));
  }

  void copyTo(byte[] hashes, int offset) {
    System.arraycopy(bytes, 0, hashes, offset, BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MerkleHash that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes in lower-case hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
