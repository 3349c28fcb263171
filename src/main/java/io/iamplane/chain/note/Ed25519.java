package io.iamplane.chain.note;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Ed25519 (RFC 8032, section 5.1) with keys in the 32 bytes that C2SP formats carry. */
public final class Ed25519 {

  /** The length of a public key as RFC 8032 encodes it. */
  public static final int PUBLIC_KEY_BYTES = 32;

  public static final int SIGNATURE_BYTES = 64;

  private static final String ALGORITHM = "Ed25519";

  /** The bytes before the key in a SubjectPublicKeyInfo (RFC 8410, section 4) of such a key. */
  private static final byte[] INFO_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private Ed25519() {}

  /**
   * The key that these 32 bytes encode.
   *
   * @throws IllegalArgumentException if they encode none
   */
  public static PublicKey publicKey(byte[] raw) {
    requireLength(raw);
    byte[] info = Arrays.copyOf(INFO_PREFIX, INFO_PREFIX.length + PUBLIC_KEY_BYTES);
    System.arraycopy(raw, 0, info, INFO_PREFIX.length, PUBLIC_KEY_BYTES);
    try {
      PublicKey key =
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(info));
      // Only here does the JDK check that the bytes are a point of the curve.
      Signature.getInstance(ALGORITHM).initVerify(key);
      return key;
    } catch (InvalidKeySpecException | InvalidKeyException e) {
      throw new IllegalArgumentException("these 32 bytes are not an Ed25519 public key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Ed25519 is not available on this platform", e);
    }
  }

  /**
   * The 32 bytes of a public key.
   *
   * @throws IllegalArgumentException if it is of another algorithm
   */
  public static byte[] raw(PublicKey key) {
    byte[] info = key.getEncoded();
    int length = INFO_PREFIX.length + PUBLIC_KEY_BYTES;
    if (info == null
        || info.length != length
        || !Arrays.equals(info, 0, INFO_PREFIX.length, INFO_PREFIX, 0, INFO_PREFIX.length)) {
      throw new IllegalArgumentException(
          "not an Ed25519 key; its algorithm is " + key.getAlgorithm());
    }
    return Arrays.copyOfRange(info, INFO_PREFIX.length, length);
  }

  /**
   * Signs; the same key and bytes always give the same 64 bytes.
   *
   * @throws IllegalArgumentException if the key is of another algorithm
   */
  public static byte[] sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    } catch (InvalidKeyException e) {
      throw new IllegalArgumentException(
          "not an Ed25519 key; its algorithm is " + key.getAlgorithm(), e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Ed25519 signing failed", e);
    }
  }

  public static boolean verify(PublicKey key, byte[] message, byte[] signature) {
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature verifier = Signature.getInstance(ALGORITHM);
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(signature);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("could not verify an Ed25519 signature", e);
    }
  }

  static void requireLength(byte[] raw) {
    if (raw.length != PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "an Ed25519 public key must have 32 bytes, but this one has " + raw.length);
    }
  }
}
