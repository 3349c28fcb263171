package io.iamplane.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.iamplane.testing.TestKeys;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Signatures of the JDK on each curve. */
class CurveTest {

  private static final byte[] DATA = "header.payload".getBytes(UTF_8);

  @ParameterizedTest
  @EnumSource
  void signaturesOfTheJdkVerifyAndChangedOnesDoNot(Curve curve) {
    KeyPair pair = curve.generate();
    byte[] signature = TestKeys.sign(curve.alg(), pair.getPrivate(), DATA);
    assertThat(signature).hasSize(curve.signatureBytes());
    assertThat(curve.verify(pair.getPublic(), DATA, signature)).isTrue();
    assertThat(curve.verify(curve.stranger(), DATA, signature)).isFalse();
    assertThat(curve.verify(pair.getPublic(), "other".getBytes(UTF_8), signature)).isFalse();
    assertThat(curve.verify(pair.getPublic(), DATA, new byte[signature.length])).isFalse();
    assertThat(curve.verify(pair.getPublic(), DATA, new byte[signature.length + 1])).isFalse();
    for (int i = 1; i < signature.length; i += 7) {
      byte[] changed = signature.clone();
      changed[i] ^= 1;
      assertThat(curve.verify(pair.getPublic(), DATA, changed)).as("byte %d", i).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pointIsReadBackAndOneOffTheCurveIsRefused(Curve curve) {
    ECPublicKey key = (ECPublicKey) curve.generate().getPublic();
    byte[] x = bytes(curve, key.getW().getAffineX());
    byte[] y = bytes(curve, key.getW().getAffineY());
    assertThat(curve.publicKey(x, y).getW()).isEqualTo(key.getW());
    assertThat(curve.thumbprint(curve.publicKey(x, y))).isEqualTo(curve.thumbprint(key));
    y[y.length - 1] ^= 1;
    assertThatIllegalArgumentException().isThrownBy(() -> curve.publicKey(x, y));
  }

  @ParameterizedTest
  @EnumSource
  void keyOfAnotherCurveIsRefused(Curve curve) {
    Curve other = curve == Curve.P256 ? Curve.P384 : Curve.P256;
    byte[] signature = new byte[other.signatureBytes()];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.verify(curve.generate().getPublic(), DATA, signature));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.verify(curve.stranger(), DATA, signature));
  }

  private static byte[] bytes(Curve curve, BigInteger value) {
    return curve.coordinate(curve.coordinate(value)).orElseThrow();
  }
}
