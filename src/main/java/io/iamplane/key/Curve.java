package io.iamplane.key;

import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import java.util.Base64;
import java.util.Optional;

/** The curves of ECDSA, each with its one JWS algorithm (RFC 7518, sections 3.4 and 6.2.1.1). */
public enum Curve {
  P256("P-256", "secp256r1", 32, "ES256", "SHA-256"),
  P384("P-384", "secp384r1", 48, "ES384", "SHA-384"),
  P521("P-521", "secp521r1", 66, "ES512", "SHA-512");

  private final String jwk;
  private final String jdk;
  private final int coordinateBytes;
  private final String alg;
  private final String digest;

  Curve(String jwk, String jdk, int coordinateBytes, String alg, String digest) {
    this.jwk = jwk;
    this.jdk = jdk;
    this.coordinateBytes = coordinateBytes;
    this.alg = alg;
    this.digest = digest;
  }

  /** The name in a JWK, {@code crv}. */
  public String jwk() {
    return jwk;
  }

  /** The name of the algorithm in a JWS header. */
  public String alg() {
    return alg;
  }

  /** The length of a signature: R and S, as long as a coordinate each. */
  public int signatureBytes() {
    return 2 * coordinateBytes;
  }

  public int coordinateBytes() {
    return coordinateBytes;
  }

  String digest() {
    return digest;
  }

  public KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(jdk));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime does not support EC keys", e);
    }
  }

  /**
   * Generates a public key that made no signature, as ready to verify as one in use: a stand-in for
   * a missing key must take the same time.
   */
  public ECPublicKey stranger() {
    return VerificationKey.of(generate().getPublic(), this);
  }

  /**
   * Returns true if {@code signature} is this key's over {@code data}, in exactly this form.
   *
   * @throws IllegalArgumentException if the key is not on this curve
   */
  public boolean verify(PublicKey key, byte[] data, byte[] signature) {
    return signature.length == signatureBytes()
        && VerificationKey.of(key, this).verifies(data, signature);
  }

  /**
   * The public key of a point.
   *
   * @param x big-endian, as long as a coordinate; so is {@code y}
   * @throws IllegalArgumentException when the point is not on the curve: signatures verified with
   *     such a key prove nothing
   */
  public ECPublicKey publicKey(byte[] x, byte[] y) {
    try {
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec(jdk));
      ECParameterSpec parameters = curve.getParameterSpec(ECParameterSpec.class);
      ECPoint point = new ECPoint(new BigInteger(1, x), new BigInteger(1, y));
      requireOnCurve(point, parameters.getCurve());
      return VerificationKey.of(
          KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, parameters)),
          this);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a " + jwk + " public key", e);
    }
  }

  /** y² = x³ + ax + b in the field (SEC 1, section 3.2.2.1); the cofactor of each curve is 1. */
  private void requireOnCurve(ECPoint point, EllipticCurve curve) {
    BigInteger p = ((ECFieldFp) curve.getField()).getP();
    BigInteger x = point.getAffineX();
    BigInteger y = point.getAffineY();
    BigInteger right = x.pow(2).add(curve.getA()).multiply(x).add(curve.getB()).mod(p);
    if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0 || !y.pow(2).mod(p).equals(right)) {
      throw new IllegalArgumentException("not a point on the curve " + jwk);
    }
  }

  /** Reads the output of {@link #coordinate(BigInteger)}; empty for any other text. */
  public Optional<byte[]> coordinate(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      boolean canonical =
          bytes.length == coordinateBytes
              && Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return canonical ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A coordinate as JWK writes it, leading zeros kept (RFC 7518, section 6.2.1.2). */
  public String coordinate(BigInteger value) {
    byte[] signed = value.toByteArray();
    byte[] fixed = new byte[coordinateBytes];
    int length = Math.min(signed.length, coordinateBytes);
    System.arraycopy(signed, signed.length - length, fixed, coordinateBytes - length, length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
  }

  /** The key's own name: its JWK thumbprint (RFC 7638), so that one name fits one key only. */
  public String thumbprint(ECPublicKey key) {
    ECPoint point = key.getW();
    String members =
        "{\"crv\":\"%s\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}"
            .formatted(jwk, coordinate(point.getAffineX()), coordinate(point.getAffineY()));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Hashes.sha256(members.getBytes(StandardCharsets.US_ASCII)));
  }
}
