package io.iamplane.directory.client;

import static io.iamplane.key.Curve.P256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.AssertionForge;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWebKeysTest {

  /** RFC 7517, appendix A.1. */
  private static final String STANDARD =
      """
      {"keys": [{"kty": "EC", "crv": "P-256",
        "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "use": "sig", "kid": "1"}]}
      """;

  private static final String SECOND = "jwks.keys[1]";

  private final AssertionForge one = new AssertionForge("one");
  private final AssertionForge two = new AssertionForge("two");

  @Test
  void keyOfTheStandardIsRead() throws JsonProcessingException {
    JsonWebKeys keys = JsonWebKeys.parse(new ObjectMapper().readTree(STANDARD));
    ECPublicKey key = (ECPublicKey) find(keys, "1").orElseThrow();
    assertThat(P256.coordinate(key.getW().getAffineX()))
        .isEqualTo("MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4");
    assertThat(keys.thumbprints()).containsExactly(Map.entry("1", P256.thumbprint(key)));
  }

  @Test
  void keysAreFoundByName() {
    JsonWebKeys keys = JsonWebKeys.parse(AssertionForge.jwks(one.jwk(), two.jwk()));
    assertThat(find(keys, "one")).contains(one.pair().getPublic());
    assertThat(find(keys, "two")).contains(two.pair().getPublic());
    for (String other : new String[] {"", "ONE", "three", "one "}) {
      assertThat(find(keys, other)).isEmpty();
    }
  }

  @Test
  void namelessSearchIsClearWithOneKeyOnly() {
    assertThat(find(parse(one.jwk()), null)).isPresent();
    assertThat(find(parse(one.jwk(), two.jwk()), null)).isEmpty();
    assertThat(find(JsonWebKeys.NONE, null)).isEmpty();
    assertThat(find(JsonWebKeys.NONE, "one")).isEmpty();
  }

  @Test
  void namelessKeysGetTheirThumbprints() {
    JsonWebKeys keys =
        JsonWebKeys.parse(AssertionForge.jwks(without(one, "kid"), without(two, "kid")));
    String thumbprint = P256.thumbprint((ECPublicKey) one.pair().getPublic());
    assertThat(find(keys, thumbprint)).isPresent();
    assertThat(keys.thumbprints()).hasSize(2).containsEntry(thumbprint, thumbprint);
  }

  @Test
  void membersThatMeanNothingHereAreNotKept() {
    ObjectNode jwk = one.jwk().put("use", "sig").put("alg", "ES256").put("ext", true);
    jwk.putArray("key_ops").add("verify");
    jwk.put("note", "mine");
    ObjectNode set = AssertionForge.jwks(jwk).put("owner", "me");
    JsonWebKeys keys = JsonWebKeys.parse(set);
    assertThat(keys.json()).doesNotContain("note", "mine", "owner", "ext");
    assertThat(JsonWebKeys.stored(keys.json()).json()).isEqualTo(keys.json());
    assertThat(JsonWebKeys.stored(keys.json()).thumbprints()).isEqualTo(keys.thumbprints());
  }

  @Test
  void countIsBounded() {
    assertThat(JsonWebKeys.parse(keys(JsonWebKeys.MAX_KEYS)).thumbprints()).hasSize(10);
    assertRefused(keys(JsonWebKeys.MAX_KEYS + 1), "jwks.keys");
    assertRefused(keys(31), "jwks.keys");
    assertRefused(AssertionForge.jwks(), "jwks.keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "1", "\"keys\"", "true"})
  void anythingButAnObjectIsRefused(String json) throws JsonProcessingException {
    assertRefused(new ObjectMapper().readTree(json), "jwks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"keys\":{}}", "{\"keys\":null}", "{\"keys\":\"a\"}", "{\"d\":1}"})
  void objectWithoutKeysIsRefused(String json) throws JsonProcessingException {
    assertRefused(new ObjectMapper().readTree(json), "jwks.keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "1", "\"hush\"", "[{}]"})
  void keyThatIsNoObjectIsRefused(String json) throws JsonProcessingException {
    ObjectNode set = AssertionForge.jwks(one.jwk());
    set.withArray("keys").add(new ObjectMapper().readTree(json));
    assertRefused(set, SECOND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
  void privateMembersAreRefusedAndNotRepeated(String member) {
    IamException refusal = assertRefused(second(two.jwk().put(member, "hush")), place(member));
    assertThat(refusal.toString() + refusal.errors()).doesNotContain("hush");
    assertRefused(second(two.jwk().putNull(member)), place(member));
  }

  @ParameterizedTest
  @CsvSource({
    "kty, oct",
    "kty, AKP",
    "kty, ec",
    "kty, ''",
    "crv, secp256k1",
    "crv, Ed25519",
    "crv, p-256",
    "crv, hush",
    "use, ''",
    "alg, ES384",
    "alg, none",
    "alg, HS256",
    "kid, ''",
    "kid, a b",
    "kid, é",
    "x, ''",
    "x, hush",
    "y, ''",
    "y, hush"
  })
  void otherValuesAreRefusedByPlaceAndNotRepeated(String member, String value) {
    IamException refusal = assertRefused(second(two.jwk().put(member, value)), place(member));
    if (!value.isEmpty()) {
      assertThat(refusal.errors().get(place(member)).toString()).doesNotContain(value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kty", "crv", "x", "y", "kid", "use", "alg"})
  void anythingButATextIsRefused(String member) {
    assertRefused(second(two.jwk().put(member, 1)), place(member));
    assertRefused(second(two.jwk().putNull(member)), place(member));
    ObjectNode nested = two.jwk();
    nested.putArray(member).add("EC");
    assertRefused(second(nested), place(member));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kty", "crv", "x", "y"})
  void everyMemberOfAPointIsNeeded(String member) {
    assertRefused(second(without(two, member)), place(member));
  }

  @Test
  void operationsOfASigningKeyIncludeToVerify() {
    for (String operation : new String[] {"sign", ""}) {
      ObjectNode jwk = two.jwk();
      jwk.putArray("key_ops").add(operation);
      assertRefused(second(jwk), place("key_ops"));
    }
    ObjectNode none = two.jwk();
    none.putArray("key_ops");
    assertRefused(second(none), place("key_ops"));
    assertRefused(second(two.jwk().put("key_ops", "verify")), place("key_ops"));
    ObjectNode both = two.jwk();
    both.putArray("key_ops").add("verify").add("sign");
    assertThat(find(parse(both), "two")).isPresent();
  }

  @Test
  void nameOfTwoKeysIsRefused() {
    ObjectNode twin = new AssertionForge("one").jwk();
    assertRefused(AssertionForge.jwks(one.jwk(), twin), place("kid"));
    assertRefused(AssertionForge.jwks(one.jwk(), one.jwk()), place("kid"));
    assertRefused(AssertionForge.jwks(without(one, "kid"), without(one, "kid")), place("kid"));
  }

  @Test
  void longNameIsRefused() {
    assertThat(JsonWebKeys.parse(second(two.jwk().put("kid", "k".repeat(128))))).isNotNull();
    assertRefused(second(two.jwk().put("kid", "k".repeat(129))), place("kid"));
  }

  @Test
  void pointOffTheCurveIsRefused() {
    ObjectNode moved = two.jwk();
    moved.set("y", one.jwk().get("y"));
    assertRefused(second(moved), SECOND);
    String zero = AssertionForge.base64(new byte[32]);
    assertRefused(second(two.jwk().put("x", zero).put("y", zero)), SECOND);
  }

  @Test
  void secondSpellingOfACoordinateIsRefused() {
    String x = two.jwk().get("x").textValue();
    for (String other :
        new String[] {
          x + "=", "A" + x, x.substring(1), x + "AA", " " + x, x.replaceFirst(".", "+")
        }) {
      assertRefused(second(two.jwk().put("x", other)), place("x"));
    }
    // 32 bytes leave two bits of the last character without meaning.
    char last = x.charAt(x.length() - 1);
    String twin = x.substring(0, x.length() - 1) + (char) (last + 1);
    assertRefused(second(two.jwk().put("x", twin)), place("x"));
  }

  @Test
  void nothingButNamesIsShown() {
    JsonWebKeys keys = JsonWebKeys.parse(AssertionForge.jwks(one.jwk(), two.jwk()));
    assertThat(keys).hasToString("keys [one, two]");
  }

  @Test
  void columnThatHoldsSomethingElseIsADefect() {
    for (String json : new String[] {"{", "[]", "{\"keys\":[]}"}) {
      assertThatIllegalStateException().isThrownBy(() -> JsonWebKeys.stored(json));
    }
  }

  private ObjectNode second(ObjectNode jwk) {
    return AssertionForge.jwks(one.jwk(), jwk);
  }

  private static String place(String member) {
    return SECOND + "." + member;
  }

  private static ObjectNode without(AssertionForge forge, String member) {
    ObjectNode jwk = forge.jwk();
    jwk.remove(member);
    return jwk;
  }

  private static ObjectNode keys(int count) {
    return AssertionForge.jwks(
        IntStream.range(0, count)
            .mapToObj(i -> new AssertionForge("k" + i).jwk())
            .toArray(ObjectNode[]::new));
  }

  private static JsonWebKeys parse(ObjectNode... jwks) {
    return JsonWebKeys.parse(AssertionForge.jwks(jwks));
  }

  private static Optional<PublicKey> find(JsonWebKeys keys, @Nullable String kid) {
    return keys.find(kid, AssertionAlgorithm.ES256);
  }

  static IamException assertRefused(JsonNode jwks, String place) {
    IamException refusal = catchThrowableOfType(IamException.class, () -> JsonWebKeys.parse(jwks));
    assertThat(refusal).as("%s must be refused", jwks).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.VALIDATION);
    assertThat(refusal.errors()).containsOnlyKeys(place);
    return refusal;
  }
}
