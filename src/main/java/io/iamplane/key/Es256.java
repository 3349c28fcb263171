package io.iamplane.key;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;

/**
 * ECDSA on P-256 with SHA-256, the JWS algorithm ES256 (RFC 7518, section 3.4): the algorithm of
 * our own tokens.
 */
public final class Es256 {

  /** The algorithm's name in a JWS header and a JWK. */
  public static final String ALG = "ES256";

  /** The curve's name in a JWK. */
  public static final String CURVE = "P-256";

  /** R and S, 32 bytes each. */
  public static final int SIGNATURE_BYTES = 64;

  private static final String SIGNATURE = "SHA256withECDSAinP1363Format";

  private Es256() {}

  public static KeyPair generate() {
    return Curve.P256.generate();
  }

  public static byte[] sign(PrivateKey key, byte[] data) {
    try {
      Signature signature = Signature.getInstance(SIGNATURE);
      signature.initSign(key);
      signature.update(data);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ES256 signing failed", e);
    }
  }

  /**
   * Returns true if {@code signature} is this key's over {@code data}, in exactly this form.
   *
   * @throws IllegalArgumentException if the key is not on P-256
   */
  public static boolean verify(PublicKey key, byte[] data, byte[] signature) {
    return Curve.P256.verify(key, data, signature);
  }

  static ECPublicKey publicKey(byte[] subjectPublicKeyInfo) {
    try {
      return VerificationKey.of(
          KeyFactory.getInstance("EC")
              .generatePublic(new X509EncodedKeySpec(subjectPublicKeyInfo)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a P-256 public key", e);
    }
  }

  static PrivateKey privateKey(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      // Without the cause: it may quote the key.
      throw new IllegalArgumentException("not a P-256 private key");
    }
  }

  /**
   * The public key of a point.
   *
   * @param x big-endian, 32 bytes; so is {@code y}
   * @throws IllegalArgumentException when the point is not on the curve
   */
  public static ECPublicKey publicKey(byte[] x, byte[] y) {
    return Curve.P256.publicKey(x, y);
  }

  /** Reads the output of {@link #coordinate(BigInteger)}; empty for any other text. */
  public static Optional<byte[]> coordinate(String text) {
    return Curve.P256.coordinate(text);
  }

  /** A coordinate as JWK writes it: 32 bytes, leading zeros kept (RFC 7518, section 6.2.1.2). */
  public static String coordinate(BigInteger value) {
    return Curve.P256.coordinate(value);
  }

  /** The key's own name: its JWK thumbprint (RFC 7638), so that one name fits one key only. */
  public static String thumbprint(ECPublicKey key) {
    return Curve.P256.thumbprint(key);
  }
}
