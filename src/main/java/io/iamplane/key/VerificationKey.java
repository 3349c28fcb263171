package io.iamplane.key;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.jspecify.annotations.Nullable;

/**
 * A public key of ECDSA with precomputed multiples of its point. Verifies several times faster than
 * the JDK's provider, which protects its arithmetic against timing attacks; a signature and a
 * public key are no secrets. ADR 44 has the figures.
 */
final class VerificationKey implements ECPublicKey {

  private static final Map<Curve, ECDomainParameters> DOMAINS = new ConcurrentHashMap<>();

  private final ECPublicKey key;
  private final Curve curve;
  private final transient ECPublicKeyParameters prepared;

  private VerificationKey(ECPublicKey key, Curve curve) {
    this.key = key;
    this.curve = curve;
    ECPoint point = key.getW();
    ECDomainParameters domain = domain(curve);
    this.prepared =
        new ECPublicKeyParameters(
            domain.getCurve().createPoint(point.getAffineX(), point.getAffineY()), domain);
  }

  /**
   * The same key, prepared to verify.
   *
   * @throws IllegalArgumentException when it is no point of the curve
   */
  static VerificationKey of(PublicKey key, Curve curve) {
    if (key instanceof VerificationKey known && known.curve == curve) {
      return known;
    }
    if (key instanceof ECPublicKey ec && ec.getParams().getOrder().equals(domain(curve).getN())) {
      return new VerificationKey(ec, curve);
    }
    throw new IllegalArgumentException("not a " + curve.jwk() + " public key");
  }

  private static ECDomainParameters domain(Curve curve) {
    return DOMAINS.computeIfAbsent(
        curve, each -> new ECDomainParameters(CustomNamedCurves.getByName(each.jwk())));
  }

  /**
   * Returns true if a signature over some data is this key's (FIPS 186-5, section 6.4.2).
   *
   * @param signature R and S, equally long; neither may be zero, or reach the curve's order
   */
  boolean verifies(byte[] data, byte[] signature) {
    int half = signature.length / 2;
    BigInteger r = new BigInteger(1, Arrays.copyOf(signature, half));
    BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, half, signature.length));
    ECDSASigner verifier = new ECDSASigner();
    verifier.init(false, prepared);
    return verifier.verifySignature(digest(data), r, s);
  }

  private byte[] digest(byte[] data) {
    try {
      return MessageDigest.getInstance(curve.digest()).digest(data);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime does not support " + curve.digest(), e);
    }
  }

  @Override
  public ECPoint getW() {
    return key.getW();
  }

  @Override
  public ECParameterSpec getParams() {
    return key.getParams();
  }

  @Override
  public String getAlgorithm() {
    return key.getAlgorithm();
  }

  @Override
  public String getFormat() {
    return key.getFormat();
  }

  @Override
  public byte[] getEncoded() {
    return key.getEncoded();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ECPublicKey ec && Arrays.equals(getEncoded(), ec.getEncoded());
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return curve.thumbprint(this);
  }
}
