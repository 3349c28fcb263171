package io.iamplane.key;

import static io.iamplane.key.Curve.P256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our verification against the JDK's: two that share no code, and agree about every signature. */
class VerificationKeyTest {

  /** The order of P-256 (NIST SP 800-186, section 3.2.1.3). */
  private static final BigInteger N =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private static final BigInteger TOP = BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE);

  private final Random random = new Random(20);

  /** RFC 6979, appendix A.2.5: P-256 with SHA-256. */
  @Test
  void publishedSignaturesVerify() {
    ECPublicKey key =
        P256.publicKey(
            hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"),
            hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"));
    byte[] sample =
        hex(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");
    byte[] test =
        hex(
            "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
                + "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083");
    assertThat(Es256.verify(key, "sample".getBytes(UTF_8), sample)).isTrue();
    assertThat(Es256.verify(key, "test".getBytes(UTF_8), test)).isTrue();
    assertThat(Es256.verify(key, "test".getBytes(UTF_8), sample)).isFalse();
  }

  @Test
  void whatTheJdkSignsVerifiesAndWhatIsChangedDoesNot() throws Exception {
    for (int i = 0; i < 200; i++) {
      KeyPair pair = Es256.generate();
      byte[] data = new byte[random.nextInt(600)];
      random.nextBytes(data);
      byte[] signature = Es256.sign(pair.getPrivate(), data);
      assertSame(pair.getPublic(), data, signature, true);
      signature[random.nextInt(64)] ^= (byte) (1 << random.nextInt(8));
      assertSame(pair.getPublic(), data, signature, false);
    }
  }

  @Test
  void numbersAtTheBordersAreJudgedAlike() throws Exception {
    KeyPair pair = Es256.generate();
    byte[] data = "header.payload".getBytes(UTF_8);
    byte[] good = Es256.sign(pair.getPrivate(), data);
    BigInteger r = new BigInteger(1, good, 0, 32);
    BigInteger s = new BigInteger(1, good, 32, 32);
    List<BigInteger> borders = new ArrayList<>(List.of(r, s, TOP, N, BigInteger.ZERO));
    for (int i = 1; i <= 3; i++) {
      borders.add(BigInteger.valueOf(i));
      borders.add(N.subtract(BigInteger.valueOf(i)));
      borders.add(N.add(BigInteger.valueOf(i)));
    }
    for (BigInteger left : borders) {
      for (BigInteger right : borders) {
        assertSame(pair.getPublic(), data, bytes(left, right), left.equals(r) && right.equals(s));
      }
    }
    // The other root: every ECDSA verifier takes it (SEC 1, section 4.1.4), and so do both here.
    assertSame(pair.getPublic(), data, bytes(r, N.subtract(s)), true);
  }

  /** Sums that a careless addition of points gets wrong: opposite points, and equal ones. */
  @Test
  void sumsThatVanishOrDoubleAreJudgedAlike() throws Exception {
    for (int i = 0; i < 20; i++) {
      KeyPair pair = Es256.generate();
      BigInteger d = ((ECPrivateKey) pair.getPrivate()).getS();
      byte[] data = {(byte) i};
      BigInteger e = new BigInteger(1, Hashes.sha256(data)).mod(N);
      BigInteger doubles = e.multiply(d.modInverse(N)).mod(N);
      BigInteger s = new BigInteger(255, random).add(BigInteger.ONE);
      assertSame(pair.getPublic(), data, bytes(doubles, s), false);
      assertSame(pair.getPublic(), data, bytes(N.subtract(doubles), s), false);
    }
  }

  @Test
  void preparedKeyIsTheKeyThatItWas() throws Exception {
    ECPublicKey plain = (ECPublicKey) Es256.generate().getPublic();
    ECPublicKey prepared = Es256.publicKey(plain.getEncoded());
    assertThat(prepared).isEqualTo(plain).hasSameHashCodeAs(plain);
    assertThat(prepared).isNotEqualTo(Es256.generate().getPublic()).isNotEqualTo(null);
    assertThat(prepared.getW()).isEqualTo(plain.getW());
    assertThat(P256.thumbprint(prepared))
        .isEqualTo(P256.thumbprint(plain))
        .isEqualTo("" + prepared);
    assertThat(VerificationKey.of(prepared, P256)).isSameAs(prepared);
    PublicKey again =
        KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(prepared.getEncoded()));
    assertThat(again).isEqualTo(plain);
  }

  /** A plain key would be prepared at each use, and time would tell which clients there are. */
  @Test
  void theKeyOfNobodyIsPreparedAsOthersAre() {
    for (Curve curve : Curve.values()) {
      assertThat(curve.stranger()).isInstanceOf(VerificationKey.class);
      assertThat(curve.stranger()).isNotEqualTo(curve.stranger());
    }
  }

  @Test
  void keysOfOtherKindsAreRefused() throws Exception {
    for (String curve : List.of("secp384r1", "secp521r1")) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(curve));
      PublicKey other = generator.generateKeyPair().getPublic();
      assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.of(other, P256));
    }
    PublicKey rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic();
    assertThatIllegalArgumentException().isThrownBy(() -> VerificationKey.of(rsa, P256));
  }

  private static void assertSame(PublicKey key, byte[] data, byte[] signature, boolean good)
      throws GeneralSecurityException {
    String shown = HexFormat.of().formatHex(signature);
    assertThat(Es256.verify(key, data, signature)).as("ours of %s", shown).isEqualTo(good);
    assertThat(jdk(key, data, signature)).as("the JDK's of %s", shown).isEqualTo(good);
  }

  private static boolean jdk(PublicKey key, byte[] data, byte[] signature)
      throws GeneralSecurityException {
    Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
    verifier.initVerify(key);
    verifier.update(data);
    try {
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static byte[] bytes(BigInteger r, BigInteger s) {
    byte[] both = new byte[64];
    System.arraycopy(fixed(r), 0, both, 0, 32);
    System.arraycopy(fixed(s), 0, both, 32, 32);
    return both;
  }

  private static byte[] fixed(BigInteger value) {
    return P256.coordinate(P256.coordinate(value)).orElseThrow();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
