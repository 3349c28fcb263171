package io.iamplane.key;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;

/**
 * ECDSA on P-256 with SHA-256, the JWS algorithm ES256 (RFC 7518, section 3.4): the algorithm of
 * our own tokens.
 */
public final class Es256 {

  /** The algorithm's name in a JWS header and a JWK. */
  public static final String ALG = "ES256";

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
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(subjectPublicKeyInfo)),
          Curve.P256);
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
}
