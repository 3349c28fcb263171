package io.iamplane.key;

import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** ECDSA on P-256 with SHA-256, the JWS algorithm ES256 (RFC 7518, section 3.4). */
public final class Es256 {

  /** The algorithm's name in a JWS header and a JWK. */
  public static final String ALG = "ES256";

  /** The curve's name in a JWK. */
  public static final String CURVE = "P-256";

  /** R and S, 32 bytes each. */
  public static final int SIGNATURE_BYTES = 64;

  private static final String NAME = "secp256r1";
  private static final int COORDINATE_BYTES = 32;
  private static final int COORDINATE_CHARACTERS = 43;
  private static final String SIGNATURE = "SHA256withECDSAinP1363Format";

  private Es256() {}

  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(NAME));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no EC keys on this platform", e);
    }
  }

  /**
   * Generates a public key that made no signature, as ready to verify as one in use: a stand-in for
   * a missing key must take the same time.
   */
  public static ECPublicKey stranger() {
    return VerificationKey.of(generate().getPublic());
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

  /**
   * Returns true if {@code signature} is this key's over {@code data}, in exactly this form.
   *
   * @throws IllegalArgumentException if the key is not on P-256
   */
  public static boolean verify(PublicKey key, byte[] data, byte[] signature) {
    return signature.length == SIGNATURE_BYTES && VerificationKey.of(key).verifies(data, signature);
  }

  static ECPublicKey publicKey(byte[] subjectPublicKeyInfo) {
    try {
      return VerificationKey.of(
          KeyFactory.getInstance("EC")
              .generatePublic(new X509EncodedKeySpec(subjectPublicKeyInfo)));
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

  /**
   * The public key of a point.
   *
   * @param x big-endian, 32 bytes; so is {@code y}
   * @throws IllegalArgumentException when the point is not on the curve: signatures verified with
   *     such a key prove nothing
   */
  public static ECPublicKey publicKey(byte[] x, byte[] y) {
    try {
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec(NAME));
      ECParameterSpec parameters = curve.getParameterSpec(ECParameterSpec.class);
      ECPoint point = new ECPoint(new BigInteger(1, x), new BigInteger(1, y));
      requireOnCurve(point, parameters.getCurve());
      return VerificationKey.of(
          KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, parameters)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a public key on P-256", e);
    }
  }

  /** y² = x³ + ax + b in the field (SEC 1, section 3.2.2.1); the cofactor of P-256 is 1. */
  private static void requireOnCurve(ECPoint point, EllipticCurve curve) {
    BigInteger p = ((ECFieldFp) curve.getField()).getP();
    BigInteger x = point.getAffineX();
    BigInteger y = point.getAffineY();
    BigInteger right = x.pow(2).add(curve.getA()).multiply(x).add(curve.getB()).mod(p);
    if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0 || !y.pow(2).mod(p).equals(right)) {
      throw new IllegalArgumentException("not a point of P-256");
    }
  }

  /** Reads the output of {@link #coordinate(BigInteger)}; empty for any other text. */
  public static Optional<byte[]> coordinate(String text) {
    if (text.length() != COORDINATE_CHARACTERS) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      boolean canonical =
          Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return canonical ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A coordinate as JWK writes it: 32 bytes, leading zeros kept (RFC 7518, section 6.2.1.2). */
  public static String coordinate(BigInteger value) {
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
