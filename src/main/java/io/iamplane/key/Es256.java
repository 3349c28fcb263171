package io.iamplane.key;

import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** ECDSA on P-256 with SHA-256, the JWS algorithm ES256 (RFC 7518, section 3.4). */
public final class Es256 {

  /** The algorithm's name in a JWS header and a JWK. */
  public static final String ALG = "ES256";

  static final String CURVE = "P-256";

  /** R and S, 32 bytes each. */
  public static final int SIGNATURE_BYTES = 64;

  private static final int COORDINATE_BYTES = 32;
  private static final String SIGNATURE = "SHA256withECDSAinP1363Format";

  private Es256() {}

  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no EC keys on this platform", e);
    }
  }

  public static byte[] sign(PrivateKey key, byte[] data) {
    try {
      Signature signature = Signature.getInstance(SIGNATURE);
      signature.initSign(key);
      signature.update(data);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ES256 failed to sign", e);
    }
  }

  /** Whether {@code signature} is this key's over {@code data}; any other form of it is not. */
  public static boolean verify(PublicKey key, byte[] data, byte[] signature) {
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature verifier = Signature.getInstance(SIGNATURE);
      verifier.initVerify(key);
      verifier.update(data);
      return verifier.verify(signature);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ES256 failed to verify", e);
    }
  }

  static ECPublicKey publicKey(byte[] subjectPublicKeyInfo) {
    try {
      PublicKey key =
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(subjectPublicKeyInfo));
      if (key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() == 256) {
        return ec;
      }
      throw new IllegalArgumentException("not a public key on P-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a public key on P-256", e);
    }
  }

  static PrivateKey privateKey(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      // Without the cause: it may quote the key.
      throw new IllegalArgumentException("not a private key on P-256");
    }
  }

  /** A coordinate as JWK writes it: 32 bytes, leading zeros kept (RFC 7518, section 6.2.1.2). */
  static String coordinate(BigInteger value) {
    byte[] signed = value.toByteArray();
    byte[] fixed = new byte[COORDINATE_BYTES];
    int length = Math.min(signed.length, COORDINATE_BYTES);
    System.arraycopy(signed, signed.length - length, fixed, COORDINATE_BYTES - length, length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
  }

  /** The key's own name: its JWK thumbprint (RFC 7638), so that one name fits one key only. */
  public static String thumbprint(ECPublicKey key) {
    String members =
        "{\"crv\":\""
            + CURVE
            + "\",\"kty\":\"EC\",\"x\":\""
            + coordinate(key.getW().getAffineX())
            + "\",\"y\":\""
            + coordinate(key.getW().getAffineY())
            + "\"}";
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Hashes.sha256(members.getBytes(StandardCharsets.US_ASCII)));
  }
}
