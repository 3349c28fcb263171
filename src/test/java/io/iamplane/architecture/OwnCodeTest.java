package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.iamplane.key.Es256;
import io.netty.handler.codec.DateFormatter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/**
 * Behaviour of the platform that makes our own code necessary (ADR 17). Our code can be removed
 * once its test here fails.
 */
class OwnCodeTest {

  /** Es256 checks the point itself: a key may come from a client. */
  @Test
  void theKeyFactoryAcceptsAPointOffTheCurve() throws GeneralSecurityException {
    ECPublicKey key = (ECPublicKey) Es256.generate().getPublic();
    ECPoint off = new ECPoint(key.getW().getAffineX(), key.getW().getAffineY().xor(BigInteger.ONE));
    KeyFactory factory = KeyFactory.getInstance("EC");

    assertThatCode(() -> factory.generatePublic(new ECPublicKeySpec(off, key.getParams())))
        .doesNotThrowAnyException();
  }

  /** SecretBox keeps HMAC: stored values open with the keys that sealed them. */
  @Test
  void hkdfGivesOtherKeysThanTheStoredFormat() throws GeneralSecurityException {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) 7);
    byte[] label = {1, 2, 3};
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    byte[] stored = mac.doFinal(label);
    KDF hkdf = KDF.getInstance("HKDF-SHA256");
    SecretKeySpec key = new SecretKeySpec(secret, "Generic");

    assertThat(hkdf.deriveData(HKDFParameterSpec.expandOnly(key, label, 32))).isNotEqualTo(stored);
    assertThat(hkdf.deriveData(HKDFParameterSpec.ofExtract().addIKM(key).thenExpand(label, 32)))
        .isNotEqualTo(stored);
  }

  /** RetryAfter reads dates itself: another hour would be waited for. */
  @Test
  void nettyIgnoresTheZoneAndTheDay() {
    assertThat(netty("Sat, 21 Nov 2026 10:05:00 +0200"))
        .isEqualTo(Instant.parse("2026-11-21T10:05:00Z"));
    assertThat(netty("Mon, 31 Feb 2026 10:05:00 GMT"))
        .isEqualTo(Instant.parse("2026-03-03T10:05:00Z"));
  }

  private static Instant netty(String date) {
    return DateFormatter.parseHttpDate(date).toInstant();
  }
}
