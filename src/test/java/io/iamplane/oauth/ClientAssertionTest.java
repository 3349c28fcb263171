package io.iamplane.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.testing.AssertionForge;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenRefusedException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of assertions: refusals before any query or computation. */
class ClientAssertionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String ID = "client_a";

  private final AssertionForge forge = new AssertionForge("one");

  @Test
  void goodAssertionIsRead() {
    ObjectNode claims = claims().put("nbf", NOW.getEpochSecond() - 1);
    ClientAssertion assertion = ClientAssertion.parse(forge.sign(forge.header(), claims));
    assertThat(assertion.clientId()).isEqualTo(ID);
    assertThat(assertion.kid()).isEqualTo("one");
    assertThat(assertion.claims().issuer()).isEqualTo(ID);
    assertThat(assertion.claims().audience()).containsExactly(AssertionForge.ENDPOINT);
    assertThat(assertion.claims().expiresAt()).isEqualTo(NOW.plusSeconds(60));
    assertThat(assertion.claims().issuedAt()).isEqualTo(NOW);
    assertThat(assertion.claims().notBefore()).isEqualTo(NOW.minusSeconds(1));
    assertThat(assertion.claims().jti()).isEqualTo(claims.path("jti").textValue());
  }

  @Test
  void keyAndTimesOfTheBeginningMayBeLeftOut() {
    ObjectNode header = forge.header();
    header.remove("kid");
    ObjectNode claims = claims();
    claims.remove("iat");
    ClientAssertion assertion = ClientAssertion.parse(forge.sign(header, claims));
    assertThat(assertion.kid()).isNull();
    assertThat(assertion.claims().issuedAt()).isNull();
    assertThat(assertion.claims().notBefore()).isNull();
  }

  @Test
  void fractionsOfSecondsAreRead() {
    String claims = claims().toString().replaceFirst("\"exp\":\\d+", "\"exp\":1767225660.123456");
    assertThat(ClientAssertion.parse(forge.sign(forge.header().toString(), claims)).claims())
        .extracting(AssertionClaims::expiresAt)
        .isEqualTo(Instant.parse("2026-01-01T00:01:00.123456Z"));
    ObjectNode exponent = claims().put("exp", 1.76722566e9);
    assertThat(ClientAssertion.parse(forge.sign(forge.header(), exponent)).claims().expiresAt())
        .isEqualTo(NOW.plusSeconds(60));
  }

  @Test
  void othersClaimsMeanNothing() {
    ObjectNode claims = claims().put("scope", "admin").put("client_id", "other");
    claims.putObject("cnf").put("a", 1);
    assertThat(ClientAssertion.parse(forge.sign(forge.header(), claims)).clientId()).isEqualTo(ID);
  }

  // --- Form ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "...",
        "....",
        "a.b",
        "a.b.c.d",
        "a.b.c.d.e",
        "null",
        "{}",
        "é.é.é",
        "\0",
        "e30.e30.",
        "e30.e30.e30",
        "bnVsbA.bnVsbA.AA",
        "W10.W10.AA",
        "eyJ.eyJ.AA",
        "%.%.%"
      })
  void rubbishIsRefused(String text) {
    assertThat(reason(text)).isIn(Reason.MALFORMED, Reason.ALGORITHM);
  }

  @Test
  void longAssertionIsRefusedUnread() {
    assertThat(reason("a".repeat(ClientAssertion.MAX_LENGTH + 1))).isEqualTo(Reason.TOO_LARGE);
    assertClaims(Reason.TOO_LARGE, claims -> claims.put("padding", "x".repeat(9_000)));
  }

  @Test
  void secondSpellingsAreRefused() {
    String good = forge.sign(forge.header(), claims());
    for (String bad :
        List.of(good + " ", " " + good, good + "\n", good + "=", good + ".", good + "A")) {
      assertThat(reason(bad)).isIn(Reason.MALFORMED, Reason.SIGNATURE);
    }
    String header = forge.header().toString();
    String claims = claims().toString();
    assertThat(reason(forge.sign(header.replace("{", "{\"alg\":\"none\","), claims)))
        .isEqualTo(Reason.MALFORMED);
    assertThat(reason(forge.sign(header, claims.replace("{", "{\"sub\":\"other\","))))
        .isEqualTo(Reason.MALFORMED);
    for (String other :
        List.of("[]", "null", "1", "\"a\"", "", claims + "{}", "[" + claims + "]")) {
      assertThat(reason(forge.sign(header, other))).as(other).isEqualTo(Reason.MALFORMED);
    }
  }

  /** Every change of a good one is refused, or is of the bytes that only the signature guards. */
  @Test
  void nothingButARefusalComesOfRandomChanges() {
    Random random = new Random(20260101);
    byte[] good = forge.sign(forge.header(), claims()).getBytes(UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = good.clone();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      assertReadOrRefused(new String(changed, 0, random.nextInt(changed.length) + 1, UTF_8));
      assertReadOrRefused(new String(changed, UTF_8));
    }
  }

  /** Well signed, so that the readers of header and claims are reached. */
  @Test
  void nothingButARefusalComesOfRandomJson() {
    Random random = new Random(20260102);
    String header = forge.header().put("typ", "JWT").toString();
    String claims = claims().toString();
    String signature = "." + AssertionForge.base64(new byte[64]);
    for (int i = 0; i < 20_000; i++) {
      assertReadOrRefused(
          AssertionForge.input(changed(header, random), changed(claims, random)) + signature);
    }
  }

  private static String changed(String json, Random random) {
    String alphabet = "{}[]\":,.0123456789eE+-\\utfn\0\u00e9\ud800 abc";
    StringBuilder text = new StringBuilder(json);
    for (int n = random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(text.length());
      char other = alphabet.charAt(random.nextInt(alphabet.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.setCharAt(at, other);
        case 1 -> text.insert(at, other);
        default -> text.deleteCharAt(at);
      }
    }
    return text.toString();
  }

  private static void assertReadOrRefused(String text) {
    try {
      assertThat(ClientAssertion.parse(text).clientId()).isNotEmpty();
    } catch (TokenRefusedException e) {
      assertThat(e.reason()).isNotNull();
    }
  }

  // --- Header ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none", "None", "", "HS256", "HS384", "HS512", "ES256K", "es256", "Ed448", "RSA1_5", "dir"
      })
  void everyOtherAlgorithmIsRefused(String alg) {
    assertThat(reason(forge.sign(forge.header().put("alg", alg), claims())))
        .isEqualTo(Reason.ALGORITHM);
  }

  @Test
  void algorithmIsNeededAsAText() {
    ObjectNode nameless = forge.header();
    nameless.remove("alg");
    assertThat(reason(forge.sign(nameless, claims()))).isEqualTo(Reason.ALGORITHM);
    assertThat(reason(forge.sign(forge.header().put("alg", 1), claims())))
        .isEqualTo(Reason.ALGORITHM);
    assertThat(reason(forge.sign(forge.header().putNull("alg"), claims())))
        .isEqualTo(Reason.ALGORITHM);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JWT", "jwt", "client-authentication+jwt"})
  void typesOfAssertionsAreTaken(String type) {
    ObjectNode header = forge.header().put("typ", type);
    assertThat(ClientAssertion.parse(forge.sign(header, claims())).clientId()).isEqualTo(ID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at+jwt", "", "dpop+jwt", "secevent+jwt", "JOSE"})
  void everyOtherTypeIsRefused(String type) {
    assertThat(reason(forge.sign(forge.header().put("typ", type), claims())))
        .isEqualTo(Reason.TYPE);
    assertThat(reason(forge.sign(forge.header().putNull("typ"), claims()))).isEqualTo(Reason.TYPE);
  }

  @ParameterizedTest
  @EnumSource
  void algorithmAndLengthOfTheSignatureBelongTogether(AssertionAlgorithm algorithm) {
    String input =
        AssertionForge.input(
            forge.header().put("alg", algorithm.alg()).toString(), claims().toString());
    for (int length : new int[] {0, 1, 63, 65, 255, 1_025}) {
      String signature = AssertionForge.base64(new byte[length]);
      assertThat(reason(input + "." + signature)).isEqualTo(Reason.SIGNATURE);
    }
  }

  /** RFC 7515, section 4: as MSAL and others send them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jku",
        "jwk",
        "x5u",
        "x5c",
        "x5t",
        "x5t#S256",
        "b64",
        "zip",
        "cty",
        "ver",
        "nonce"
      })
  void membersThatMeanNothingHereAreIgnored(String member) {
    ObjectNode object = forge.header();
    object.putObject(member).put("kty", "EC");
    ObjectNode list = forge.header();
    list.putArray(member).add("MIIB");
    for (ObjectNode header :
        List.of(
            forge.header().put(member, "x"),
            forge.header().putNull(member),
            forge.header().put(member, false),
            object,
            list)) {
      ClientAssertion assertion = ClientAssertion.parse(forge.sign(header, claims()));
      assertThat(assertion.kid()).isEqualTo("one");
      assertThat(assertion.algorithm()).isEqualTo(AssertionAlgorithm.ES256);
    }
  }

  @Test
  void critIsRefusedWhateverItLists() {
    List<ObjectNode> headers = new ArrayList<>();
    for (String name : List.of("exp", "b64", "kid", "alg", "x5t")) {
      ObjectNode header = forge.header().put("b64", true);
      header.putArray("crit").add(name);
      headers.add(header);
    }
    ObjectNode empty = forge.header();
    empty.putArray("crit");
    headers.add(empty);
    headers.add(forge.header().put("crit", "exp"));
    headers.add(forge.header().putNull("crit"));
    for (ObjectNode header : headers) {
      assertThat(reason(forge.sign(header, claims()))).isEqualTo(Reason.HEADER);
    }
  }

  @Test
  void keysNameIsAText() {
    assertThat(reason(forge.sign(forge.header().put("kid", 1), claims()))).isEqualTo(Reason.HEADER);
    assertThat(reason(forge.sign(forge.header().putNull("kid"), claims())))
        .isEqualTo(Reason.HEADER);
  }

  // --- Claims ---

  @ParameterizedTest
  @ValueSource(strings = {"iss", "sub", "aud", "exp", "jti"})
  void everyOtherClaimIsNeeded(String name) {
    assertClaims(Reason.CLAIMS, claims -> claims.remove(name));
    assertClaims(Reason.CLAIMS, claims -> claims.putNull(name));
    assertClaims(Reason.CLAIMS, claims -> claims.putObject(name));
    assertClaims(Reason.CLAIMS, claims -> claims.put(name, true));
  }

  @Test
  void claimsOfNoUseAreRefused() {
    for (String name : List.of("iss", "sub", "jti")) {
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, ""));
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, 1));
    }
    for (String name : List.of("exp", "iat", "nbf")) {
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, "1767225660"));
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, -1));
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, -0.5));
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, Long.MAX_VALUE));
      assertClaims(Reason.CLAIMS, claims -> claims.put(name, 1e300));
      assertClaims(Reason.CLAIMS, claims -> claims.putNull(name));
    }
    assertClaims(
        Reason.CLAIMS, claims -> claims.putArray("aud").add(AssertionForge.ENDPOINT).add(1));
    String huge = claims().toString().replaceFirst("\"exp\":\\d+", "\"exp\":1e999999999");
    assertThat(reason(forge.sign(forge.header().toString(), huge)))
        .isIn(Reason.CLAIMS, Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "a\nb", "é", "\u202e"})
  void namesThatNoClientHasAreRefused(String id) {
    assertClaims(Reason.SUBJECT, claims -> claims.put("sub", id).put("iss", id));
  }

  @Test
  void longNameIsRefused() {
    assertClaims(Reason.SUBJECT, claims -> claims.put("sub", "a".repeat(257)));
  }

  @Test
  void nothingShowsTheAssertion() {
    String text = forge.sign(forge.header(), claims());
    ClientAssertion assertion = ClientAssertion.parse(text);
    String shown = assertion + " " + assertion.claims() + " " + assertion.jws();
    assertThat(shown)
        .contains(ID)
        .doesNotContain(text.split("\\.")[1], text.split("\\.")[2], assertion.claims().jti());
  }

  private static ObjectNode claims() {
    return AssertionForge.claims(ID, NOW);
  }

  private void assertClaims(Reason expected, Consumer<ObjectNode> change) {
    ObjectNode claims = claims();
    change.accept(claims);
    assertThat(reason(forge.sign(forge.header(), claims))).as("%s", claims).isEqualTo(expected);
  }

  private static Reason reason(String text) {
    TokenRefusedException refusal =
        catchThrowableOfType(TokenRefusedException.class, () -> ClientAssertion.parse(text));
    assertThat(refusal).as("must be refused: %s", text).isNotNull();
    return refusal.reason();
  }
}
