package io.iamplane.key;

import static io.iamplane.key.Curve.P256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class Es256Test {

  private static final byte[] DATA = "header.payload".getBytes(UTF_8);

  /** The field and the coefficient b of P-256 (FIPS 186-4, D.1.2.3). */
  private static final String P =
      "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";

  private static final String B =
      "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b";

  private final KeyPair pair = Es256.generate();

  @Test
  void verifiesWhatItSigned() {
    byte[] signature = Es256.sign(pair.getPrivate(), DATA);
    assertThat(signature).hasSize(Es256.SIGNATURE_BYTES);
    assertThat(Es256.verify(pair.getPublic(), DATA, signature)).isTrue();
  }

  @Test
  void otherDataOtherKeyAndEveryFlippedByteAreRefused() {
    byte[] signature = Es256.sign(pair.getPrivate(), DATA);
    assertThat(Es256.verify(pair.getPublic(), "other".getBytes(UTF_8), signature)).isFalse();
    assertThat(Es256.verify(Es256.generate().getPublic(), DATA, signature)).isFalse();
    for (int i = 0; i < signature.length; i++) {
      byte[] flipped = signature.clone();
      flipped[i] ^= 1;
      assertThat(Es256.verify(pair.getPublic(), DATA, flipped)).as("byte %d", i).isFalse();
    }
  }

  @Test
  void signatureOfZerosIsRefused() {
    assertThat(Es256.verify(pair.getPublic(), DATA, new byte[Es256.SIGNATURE_BYTES])).isFalse();
  }

  @Test
  void anotherLengthIsRefused() {
    for (int length : new int[] {0, 63, 65, 70, 72, 128}) {
      assertThat(Es256.verify(pair.getPublic(), DATA, new byte[length])).isFalse();
    }
  }

  @Test
  void pointsOfTheCurveAreKeys() {
    for (int i = 0; i < 20; i++) {
      ECPublicKey key = (ECPublicKey) Es256.generate().getPublic();
      byte[] x = P256.coordinate(P256.coordinate(key.getW().getAffineX())).orElseThrow();
      byte[] y = P256.coordinate(P256.coordinate(key.getW().getAffineY())).orElseThrow();
      assertThat(P256.publicKey(x, y)).isEqualTo(key);
      x[31] ^= 1;
      assertThatIllegalArgumentException().isThrownBy(() -> P256.publicKey(x, y));
    }
  }

  /** The same point written with a coordinate beyond the field: x + p, where it fits. */
  @Test
  void coordinatesBeyondTheFieldAreRefused() {
    byte[] ones = new byte[32];
    Arrays.fill(ones, (byte) 0xff);
    assertThatIllegalArgumentException().isThrownBy(() -> P256.publicKey(ones, ones));
    byte[] zero = new byte[32];
    assertThatIllegalArgumentException().isThrownBy(() -> P256.publicKey(zero, zero));
    // x = 0 has a point, (0, sqrt(b)); x = p is the same number, written otherwise.
    BigInteger p = new BigInteger(P, 16);
    BigInteger b = new BigInteger(B, 16);
    byte[] root = bytes(b.modPow(p.add(BigInteger.ONE).shiftRight(2), p));
    assertThat(P256.publicKey(zero, root)).isNotNull();
    assertThatIllegalArgumentException().isThrownBy(() -> P256.publicKey(bytes(p), root));
  }

  @Test
  void coordinateHasOneText() {
    String text = P256.coordinate(BigInteger.ONE);
    assertThat(P256.coordinate(text).orElseThrow()).hasSize(32).endsWith(1);
    for (String other : new String[] {"", "A", text + "=", text + "A", "+" + text.substring(1)}) {
      assertThat(P256.coordinate(other)).as(other).isEmpty();
    }
    assertThat(P256.coordinate(text.substring(0, 42) + "F")).isEmpty();
  }

  private static byte[] bytes(BigInteger value) {
    return P256.coordinate(P256.coordinate(value)).orElseThrow();
  }

  @Test
  void keysSurviveTheirEncoding() {
    byte[] signature = Es256.sign(Es256.privateKey(pair.getPrivate().getEncoded()), DATA);
    assertThat(Es256.verify(Es256.publicKey(pair.getPublic().getEncoded()), DATA, signature))
        .isTrue();
  }

  @Test
  void keyOnAnotherCurveIsRefused() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp384r1"));
    byte[] other = generator.generateKeyPair().getPublic().getEncoded();
    assertThatIllegalArgumentException().isThrownBy(() -> Es256.publicKey(other));
    assertThatIllegalArgumentException().isThrownBy(() -> Es256.publicKey(new byte[] {1, 2}));
  }

  @Test
  void brokenPrivateKeyIsToldWithoutItsBytes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Es256.privateKey(new byte[] {1, 2, 3}))
        .withNoCause();
  }

  @Test
  void coordinateKeepsItsLeadingZeros() {
    assertThat(P256.coordinate(BigInteger.ONE)).isEqualTo("A".repeat(41) + "AE");
    BigInteger high = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);
    assertThat(Base64.getUrlDecoder().decode(P256.coordinate(high))).hasSize(32);
  }

  /** The key of RFC 7515, appendix A.3; its thumbprint was computed apart from this code. */
  @Test
  void thumbprintIsThatOfRfc7638() throws GeneralSecurityException {
    ECPublicKey key =
        publicKey(
            "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0");
    assertThat(P256.thumbprint(key)).isEqualTo("oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U");
  }

  private ECPublicKey publicKey(String x, String y) throws GeneralSecurityException {
    ECPoint point =
        new ECPoint(
            new BigInteger(1, Base64.getUrlDecoder().decode(x)),
            new BigInteger(1, Base64.getUrlDecoder().decode(y)));
    return (ECPublicKey)
        KeyFactory.getInstance("EC")
            .generatePublic(
                new ECPublicKeySpec(point, ((ECPublicKey) pair.getPublic()).getParams()));
  }
}
