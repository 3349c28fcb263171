package io.iamplane.directory.client;

import static io.iamplane.directory.client.JsonWebKeysTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.TestKeys;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of keys in a set, and the algorithms that each verifies. */
class JsonWebKeyAlgorithmsTest {

  private final AssertionForge one = new AssertionForge("one");
  private final AssertionForge two = new AssertionForge("two");

  @ParameterizedTest
  @EnumSource
  void keyOfEachAlgorithmIsReadAndKept(AssertionAlgorithm algorithm) {
    AssertionForge forge = new AssertionForge("one", algorithm.alg());
    JsonWebKeys open = parse(forge.jwk());
    JsonWebKeys pinned = parse(forge.jwk().put("alg", algorithm.alg()));
    for (JsonWebKeys keys : List.of(open, pinned, JsonWebKeys.stored(pinned.json()))) {
      assertThat(keys.find("one", algorithm)).contains(forge.pair().getPublic());
      assertThat(keys.thumbprints()).isEqualTo(open.thumbprints());
    }
    assertThat(JsonWebKeys.stored(open.json())).isEqualTo(open).hasSameHashCodeAs(open);
    for (AssertionAlgorithm other : AssertionAlgorithm.values()) {
      boolean same =
          other == algorithm || kind(algorithm).equals("OKP") && kind(other).equals("OKP");
      assertThat(pinned.find("one", other).isPresent()).isEqualTo(same);
      assertThat(open.find("one", other).isPresent())
          .isEqualTo(kind(other).equals(kind(algorithm)));
    }
  }

  /** Keys of RSA take each RSA algorithm unless they name one; EC keys have one by their curve. */
  private static String kind(AssertionAlgorithm algorithm) {
    return switch (algorithm) {
      case ES256, ES384, ES512 -> algorithm.name();
      case RS256, RS384, RS512, PS256, PS384, PS512 -> "RSA";
      case EDDSA, ED25519 -> "OKP";
    };
  }

  /** RFC 7638, section 3.1, and RFC 8037, appendix A.3. */
  @Test
  void thumbprintsAreThoseOfTheStandards() throws JsonProcessingException {
    String rsa =
        """
        {"keys": [{"kty": "RSA", "kid": "2011-04-29", "alg": "RS256", "e": "AQAB", "n": "\
        0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_\
        BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0\
        _FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWh\
        AI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"}]}
        """;
    assertThat(JsonWebKeys.parse(new ObjectMapper().readTree(rsa)).thumbprints())
        .containsExactly(Map.entry("2011-04-29", "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"));
    String okp =
        """
        {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "a",
          "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
        """;
    assertThat(JsonWebKeys.parse(new ObjectMapper().readTree(okp)).thumbprints())
        .containsExactly(Map.entry("a", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"));
  }

  @Test
  void namelessSearchIsClearWithOneKeyOfTheAlgorithm() {
    AssertionForge rsa = new AssertionForge("rsa", "PS256");
    JsonWebKeys keys = parse(one.jwk(), rsa.jwk());
    assertThat(keys.find(null, AssertionAlgorithm.ES256)).contains(one.pair().getPublic());
    assertThat(keys.find(null, AssertionAlgorithm.PS256)).contains(rsa.pair().getPublic());
    assertThat(keys.find(null, AssertionAlgorithm.ES384)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "use, enc",
    "use, tls",
    "alg, RSA1_5",
    "alg, RSA-OAEP-256",
    "alg, ECDH-ES+A256KW",
    "alg, A128GCMKW",
    "alg, dir",
    "crv, X25519",
    "crv, X448"
  })
  void keyThatIsNotForSigningIsPassedOver(String member, String value) {
    ObjectNode other = two.jwk().put("kid", "one").put(member, value);
    JsonWebKeys keys = parse(one.jwk(), other);
    assertThat(keys).isEqualTo(parse(one.jwk()));
    assertThat(keys.json()).doesNotContain(other.get("x").textValue());
    assertRefused(AssertionForge.jwks(other), "jwks.keys");
  }

  @Test
  void keyOfOtherOperationsIsPassedOver() {
    for (String operation : new String[] {"encrypt", "wrapKey", "deriveKey", "deriveBits"}) {
      ObjectNode jwk = two.jwk();
      jwk.putArray("key_ops").add(operation);
      assertThat(parse(one.jwk(), jwk)).isEqualTo(parse(one.jwk()));
    }
  }

  @Test
  void privateKeyForEncryptionIsRefusedToo() {
    assertRefused(second(two.jwk().put("use", "enc").put("d", "hush")), place("d"));
  }

  @Test
  void keysOfRsaHaveBounds() {
    for (int bits : new int[] {1_024, 2_040}) {
      KeyPair small = TestKeys.rsa(bits);
      assertRefused(second(TestKeys.jwk(small.getPublic()).put("kid", "two")), place("n"));
    }
    ObjectNode good = new AssertionForge("two", "RS256").jwk();
    String n = good.get("n").textValue();
    assertRefused(second(good.deepCopy().put("n", "_".repeat(1_400))), place("n"));
    assertRefused(second(good.deepCopy().put("n", n + "==")), place("n"));
    assertRefused(second(good.deepCopy().put("n", AssertionForge.base64(even()))), place("n"));
    for (String e : new String[] {"AQ", "Aw", "AQAA", "AQAAAAE", "", "A", "hush hush"}) {
      assertRefused(second(good.deepCopy().put("e", e)), place("e"));
    }
    for (String member : new String[] {"n", "e"}) {
      ObjectNode without = good.deepCopy();
      without.remove(member);
      assertRefused(second(without), place(member));
    }
  }

  private static byte[] even() {
    byte[] number = new byte[256];
    number[0] = (byte) 0x80;
    return number;
  }

  @Test
  void bytesThatAreNoKeyOfEdwardsAreRefused() {
    ObjectNode good = new AssertionForge("two", "EdDSA").jwk();
    for (int length : new int[] {31, 33}) {
      String x = AssertionForge.base64(new byte[length]);
      assertRefused(second(good.deepCopy().put("x", x)), place("x"));
    }
    byte[] beyond = new byte[32];
    Arrays.fill(beyond, (byte) 0xff);
    assertRefused(second(good.deepCopy().put("x", AssertionForge.base64(beyond))), place("x"));
    assertRefused(second(good.deepCopy().put("crv", "Ed448")), place("crv"));
  }

  /** A public key as a shared secret, and an algorithm of another kind of key. */
  @ParameterizedTest
  @CsvSource({
    "ES256, RS256",
    "ES256, ES384",
    "ES384, ES256",
    "ES256, HS256",
    "RS256, HS256",
    "RS256, ES256",
    "RS256, none",
    "EdDSA, ES256",
    "EdDSA, HS512"
  })
  void algorithmOfAnotherKindOfKeyIsRefused(String kind, String alg) {
    assertRefused(second(new AssertionForge("two", kind).jwk().put("alg", alg)), place("alg"));
  }

  private ObjectNode second(ObjectNode jwk) {
    return AssertionForge.jwks(one.jwk(), jwk);
  }

  private static String place(String member) {
    return "jwks.keys[1]." + member;
  }

  private static JsonWebKeys parse(ObjectNode... jwks) {
    return JsonWebKeys.parse(AssertionForge.jwks(jwks));
  }
}
