package io.iamplane.key.seal;

import io.iamplane.shared.Hashes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A data key with the SHA-256 of its place behind it, for providers outside of this process: the
 * place is checked here as well, regardless of a provider's use of its own additional data.
 */
public final class BoundDataKey {

  private static final int HASH_BYTES = 32;

  public static final int BYTES = AesGcm.KEY_BYTES + HASH_BYTES;

  private BoundDataKey() {}

  /** The data key and its place; the caller clears the bytes when it has used them. */
  public static byte[] join(byte[] dataKey, Binding binding) {
    if (dataKey.length != AesGcm.KEY_BYTES) {
      throw new IllegalArgumentException("a data key must be " + AesGcm.KEY_BYTES + " bytes long");
    }
    return ByteBuffer.allocate(BYTES).put(dataKey).put(hash(binding)).array();
  }

  /**
   * The data key alone; the joined bytes are cleared.
   *
   * @throws UnsealException when it belongs to another place, or is no data key
   */
  public static byte[] split(byte[] joined, Binding binding) {
    try {
      byte[] place = Arrays.copyOfRange(joined, Math.min(joined.length, AesGcm.KEY_BYTES), BYTES);
      if (joined.length != BYTES || !MessageDigest.isEqual(place, hash(binding))) {
        throw new UnsealException("the unwrapped value is not this row's data key");
      }
      return Arrays.copyOf(joined, AesGcm.KEY_BYTES);
    } finally {
      Arrays.fill(joined, (byte) 0);
    }
  }

  private static byte[] hash(Binding binding) {
    return Hashes.sha256().digest(binding.bytes());
  }
}
