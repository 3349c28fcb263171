package io.iamplane.key.seal;

import io.iamplane.shared.Hashes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One AES-256-GCM key (NIST SP 800-38D). A sealed value is the nonce (12 random bytes), the
 * ciphertext and the tag (16 bytes).
 *
 * <p>Random nonces bound one key to 2^32 values (section 8.3); callers that seal more derive a key
 * for each value.
 */
final class AesGcm {

  static final int KEY_BYTES = 32;
  static final int ID_BYTES = 8;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final byte[] ID_LABEL = "iam-key-id:".getBytes(StandardCharsets.US_ASCII);

  private final byte[] key;
  private final SecureRandom random = new SecureRandom();

  AesGcm(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "must be exactly " + KEY_BYTES + " bytes long, not " + key.length);
    }
    this.key = key.clone();
  }

  /**
   * Reads a key from standard base64 with padding.
   *
   * @throws IllegalArgumentException with the fault, never the value
   */
  static AesGcm parse(String base64) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // The decoder's message quotes a character of the secret.
      throw new IllegalArgumentException("must be base64");
    }
    try {
      return new AesGcm(decoded);
    } finally {
      Arrays.fill(decoded, (byte) 0);
    }
  }

  byte[] seal(byte[] plain, byte[] associated) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, associated).doFinal(plain);
      return ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM encryption failed", e);
    }
  }

  /**
   * Opens the output of {@link #seal} with the same associated data.
   *
   * @throws UnsealException if it was changed, or sealed by another key or for another place
   */
  byte[] open(byte[] sealed, byte[] associated) {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) {
      throw new UnsealException("the sealed value is truncated");
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
    try {
      return cipher(Cipher.DECRYPT_MODE, nonce, associated)
          .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
    } catch (AEADBadTagException e) {
      throw new UnsealException(
          "the sealed value was changed, moved, or sealed with another key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM decryption failed", e);
    }
  }

  /** A key for one value: HMAC-SHA-256 of the label under this key, a PRF of 256 bits. */
  AesGcm derive(byte[] label) {
    return new AesGcm(mac(label));
  }

  /** HMAC-SHA-256 of a label under this key; labels of each purpose begin in a way of their own. */
  byte[] mac(byte[] label) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(label);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime does not support HmacSHA256", e);
    }
  }

  /** Names the key without telling it: 8 bytes of a labelled SHA-256. */
  byte[] id() {
    MessageDigest digest = Hashes.sha256();
    digest.update(ID_LABEL);
    return Arrays.copyOf(digest.digest(key), ID_BYTES);
  }

  /** {@link #id()} in hexadecimal, as {@code iam_signing_keys} records it. */
  String version() {
    return HexFormat.of().formatHex(id());
  }

  private Cipher cipher(int mode, byte[] nonce, byte[] associated) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(associated);
    return cipher;
  }

  @Override
  public String toString() {
    return "AES-256 key " + version();
  }
}
