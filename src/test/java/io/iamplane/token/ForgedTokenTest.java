package io.iamplane.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.shared.IamException;
import io.iamplane.token.TokenRefusedException.Reason;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every forgery is refused, for the right reason. */
class ForgedTokenTest extends TokenVerifierFixture {

  // --- Form ---

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "...", "a.b", "a.b.c.d", "null", "{}", "Bearer x", "é.é.é", "\0"})
  void rubbishIsMalformed(String text) {
    assertThat(reason(new RawToken(text))).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void anythingBesideTheTokenIsRefused() {
    String good = forge.good().text();
    for (String bad :
        List.of(
            good + " ",
            " " + good,
            good + "\n",
            good + "=",
            good + ".",
            good + "A",
            good.replaceFirst("\\.", " ."),
            good + "." + good)) {
      assertThat(reason(new RawToken(bad))).isIn(Reason.MALFORMED, Reason.SIGNATURE);
    }
  }

  @Test
  void secondFormOfTheSameBytesIsRefused() {
    String good = forge.good().text();
    // 64 bytes leave four bits of the last character without meaning.
    char last = good.charAt(good.length() - 1);
    for (char other : "AQgwBCDE".toCharArray()) {
      if (other != last) {
        String twin = good.substring(0, good.length() - 1) + other;
        assertThat(reason(new RawToken(twin))).isIn(Reason.MALFORMED, Reason.SIGNATURE);
      }
    }
    assertThat(reason(new RawToken(good + "=="))).isEqualTo(Reason.MALFORMED);
    assertThat(reason(new RawToken(good.replace('-', '+').replace('_', '/') + "+")))
        .isIn(Reason.MALFORMED, Reason.SIGNATURE);
  }

  @Test
  void hugeTokenIsRefusedBeforeAnythingIsDone() {
    String huge = "a".repeat(CompactJws.MAX_OWN + 1);
    assertThat(reason(new RawToken(huge))).isEqualTo(Reason.TOO_LARGE);
    assertThat(verifier.cached(new RawToken(huge))).isEmpty();
    ObjectNode claims = forge.claims().put("padding", "x".repeat(10_000));
    assertThat(reason(forge.sign(forge.header(), claims))).isEqualTo(Reason.TOO_LARGE);
    assertThat(lookups).hasValue(0);
  }

  @Test
  void theLongestTokenIsTaken() {
    int padding = 5_500;
    RawToken token;
    do {
      ObjectNode claims = forge.claims().put("padding", "x".repeat(padding++));
      token = forge.sign(forge.header() + " ", claims.toString());
    } while (token.text().length() < CompactJws.MAX_OWN);
    assertThat(token.text().length()).isEqualTo(CompactJws.MAX_OWN);
    assertThat(verifier.verify(token)).isNotNull();
    assertThat(verifier.cached(token)).isPresent();
  }

  @Test
  void membersNamedTwiceAreRefused() {
    String header = forge.header().toString();
    String claims = forge.claims().toString();
    String twiceAlg = header.replace("{", "{\"alg\":\"none\",");
    assertThat(reason(forge.sign(twiceAlg, claims))).isEqualTo(Reason.MALFORMED);
    String twiceOrg = claims.replace("{", "{\"org\":\"0198c0de-0000-7000-8000-000000000009\",");
    assertThat(reason(forge.sign(header, twiceOrg))).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void anythingButOneObjectIsRefused() {
    String header = forge.header().toString();
    for (String claims :
        List.of(
            "[]",
            "null",
            "1",
            "\"a\"",
            "",
            forge.claims() + "{}",
            forge.claims() + "x",
            "{\"a\":" + "[".repeat(50) + "]".repeat(50) + "}")) {
      assertThat(reason(forge.sign(header, claims))).as(claims).isEqualTo(Reason.MALFORMED);
    }
    assertThat(reason(forge.sign("[" + header + "]", forge.claims().toString())))
        .isEqualTo(Reason.MALFORMED);
  }

  // --- Header ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none", "None", "", "HS256", "RS256", "PS256", "ES384", "ES256K", "es256", "EdDSA"
      })
  void everyOtherAlgorithmIsRefused(String alg) {
    assertThat(reason(forge.sign(forge.header().put("alg", alg), forge.claims())))
        .isEqualTo(Reason.ALGORITHM);
    assertThat(lookups).hasValue(0);
  }

  @Test
  void unsignedTokenIsRefused() {
    String header = forge.header().put("alg", "none").toString();
    String input =
        TokenForge.base64(header.getBytes(UTF_8))
            + "."
            + TokenForge.base64(forge.claims().toString().getBytes(UTF_8));
    assertThat(reason(new RawToken(input + "."))).isIn(Reason.ALGORITHM, Reason.SIGNATURE);
    String good = forge.good().text();
    String stripped = good.substring(0, good.lastIndexOf('.') + 1);
    assertThat(reason(new RawToken(stripped))).isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void hmacUnderThePublicKeyIsRefused() throws GeneralSecurityException {
    for (String alg : List.of("HS256", "ES256")) {
      String input = input(forge.header().put("alg", alg));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(forge.pair.getPublic().getEncoded(), "HmacSHA256"));
      String signature = TokenForge.base64(mac.doFinal(input.getBytes(UTF_8)));
      assertThat(reason(new RawToken(input + "." + signature)))
          .isIn(Reason.ALGORITHM, Reason.SIGNATURE);
    }
  }

  @Test
  void rsaSignatureIsRefused() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    String input = input(forge.header().put("alg", "RS256"));
    Signature rsa = Signature.getInstance("SHA256withRSA");
    rsa.initSign(generator.generateKeyPair().getPrivate());
    rsa.update(input.getBytes(UTF_8));
    assertThat(reason(new RawToken(input + "." + TokenForge.base64(rsa.sign()))))
        .isIn(Reason.ALGORITHM, Reason.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JWT", "jwt", "", "at+JWT", "application/at+jwt", "dpop+jwt"})
  void everyOtherTypeIsRefused(String type) {
    assertThat(reason(forge.sign(forge.header().put("typ", type), forge.claims())))
        .isEqualTo(Reason.TYPE);
  }

  @Test
  void headersThatWeDoNotWriteAreRefused() {
    for (String member : List.of("jku", "jwk", "x5u", "x5c", "x5t", "crit", "b64", "zip", "cty")) {
      assertThat(reason(forge.sign(forge.header().put(member, "x"), forge.claims())))
          .as(member)
          .isEqualTo(Reason.HEADER);
    }
    ObjectNode crit = forge.header();
    crit.putArray("crit").add("exp");
    assertThat(reason(forge.sign(crit, forge.claims()))).isEqualTo(Reason.HEADER);
    assertThat(lookups).hasValue(0);
  }

  @Test
  void embeddedKeyIsNotTrusted() {
    KeyPair mine = Es256.generate();
    ObjectNode header = forge.header();
    header.putObject("jwk").put("kty", "EC").put("kid", TokenForge.KID);
    String input = input(header);
    String signature = TokenForge.base64(Es256.sign(mine.getPrivate(), input.getBytes(UTF_8)));
    assertThat(reason(new RawToken(input + "." + signature))).isEqualTo(Reason.HEADER);
  }

  @Test
  void keyMustBeNamedAndKnown() {
    ObjectNode nameless = forge.header();
    nameless.remove("kid");
    assertThat(reason(forge.sign(nameless, forge.claims()))).isEqualTo(Reason.HEADER);
    assertThat(reason(forge.sign(forge.header().put("kid", 1), forge.claims())))
        .isEqualTo(Reason.HEADER);
    assertThat(reason(forge.sign(forge.header().put("kid", "key-2"), forge.claims())))
        .isEqualTo(Reason.UNKNOWN_KEY);
    assertThat(reason(forge.sign(forge.header().put("kid", "../../dev/null"), forge.claims())))
        .isEqualTo(Reason.UNKNOWN_KEY);
  }

  // --- Signature ---

  @Test
  void everyChangedCharacterIsFound() {
    String good = forge.good().text();
    for (int i = 0; i < good.length(); i++) {
      char other = good.charAt(i) == 'x' ? 'y' : 'x';
      String changed = good.substring(0, i) + other + good.substring(i + 1);
      assertThat(
              catchThrowableOfType(
                  IamException.class, () -> verifier.verify(new RawToken(changed))))
          .as("character %d", i)
          .isNotNull();
    }
  }

  @Test
  void anotherKeysSignatureIsRefused() {
    assertThat(reason(new TokenForge(NOW).good())).isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void signatureOfAnotherTokenIsRefused() {
    String good = forge.good().text();
    String other = forge.sign(forge.header(), forge.claims().put("jti", "2")).text();
    String mixed =
        good.substring(0, good.lastIndexOf('.')) + other.substring(other.lastIndexOf('.'));
    assertThat(reason(new RawToken(mixed))).isEqualTo(Reason.SIGNATURE);
  }
}
