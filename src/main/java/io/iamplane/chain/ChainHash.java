package io.iamplane.chain;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The chain's hashes. Each record's covers the one before it, so that a record cannot be changed,
 * removed or moved without changing every later one.
 */
public final class ChainHash {

  /** Sets record hashes apart from the Merkle tree's (RFC 6962 uses 0x00 and 0x01). */
  private static final byte RECORD_PREFIX = 0x49;

  private ChainHash() {}

  /** The hash before the first record of an organization. */
  public static byte[] genesis(OrganizationId organization) {
    return Hashes.sha256(("iam-audit:" + organization).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The hash of a record: SHA-256 over the prefix 0x49, the previous hash and the record's
   * canonical text (RFC 8785, UTF-8).
   */
  public static byte[] record(byte[] previous, String canonical) {
    return record(previous, canonical.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for a text in UTF-8. */
  public static byte[] record(byte[] previous, byte[] canonical) {
    MessageDigest digest = Hashes.sha256();
    digest.update(RECORD_PREFIX);
    digest.update(previous);
    return digest.digest(canonical);
  }
}
