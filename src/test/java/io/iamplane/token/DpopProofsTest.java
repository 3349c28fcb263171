package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.DpopKey;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A proof is good for one request, one token and a short time, and is by the key in it. */
class DpopProofsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String PATH = "/api/iam/v1/users";
  private static final String TOKEN = "a.b.c";
  private static final DpopKey KEY = new DpopKey();
  private static final DpopKey OTHER = new DpopKey();

  private final SettableClock clock = new SettableClock(NOW);
  private final DpopProofs proofs = new DpopProofs(new Issuer(DpopKey.ISSUER), clock);

  private DpopProof accept(String text) {
    DpopProof proof =
        proofs.screen(List.of(text), "GET", PATH, new RawToken(TOKEN), KEY.thumbprint());
    proofs.use(proof, "owner");
    return proof;
  }

  private String refusal(String text) {
    DpopRefusedException refusal =
        catchThrowableOfType(DpopRefusedException.class, () -> accept(text));
    assertThat(refusal).as("the proof must be refused").isNotNull();
    assertThat(refusal.description()).matches("[\\x20-\\x7e&&[^\"\\\\]]+");
    return refusal.description();
  }

  private static ObjectNode claims() {
    return DpopKey.claims("GET", PATH, NOW, TOKEN);
  }

  private static Arguments wrong(
      String what, String fault, BiConsumer<ObjectNode, ObjectNode> change) {
    return Arguments.of(what, fault, change);
  }

  static Stream<Arguments> wrongOnes() {
    return Stream.of(
        wrong("another method", "htm", (_, claims) -> claims.put("htm", "POST")),
        wrong("a method in small letters", "htm", (_, claims) -> claims.put("htm", "get")),
        wrong("no method", "htm", (_, claims) -> claims.remove("htm")),
        wrong("another path", "htu", (_, claims) -> claims.put("htu", url("/api/iam/v1/roles"))),
        wrong("a longer path", "htu", (_, claims) -> claims.put("htu", url(PATH + "/"))),
        wrong("a query", "htu", (_, claims) -> claims.put("htu", url(PATH + "?limit=1"))),
        wrong("an empty query", "htu", (_, claims) -> claims.put("htu", url(PATH + "?"))),
        wrong("a fragment", "htu", (_, claims) -> claims.put("htu", url(PATH + "#a"))),
        wrong(
            "another host", "htu", (_, claims) -> claims.put("htu", "http://evil.example" + PATH)),
        wrong(
            "another port", "htu", (_, claims) -> claims.put("htu", "http://localhost:80" + PATH)),
        wrong(
            "another scheme",
            "htu",
            (_, claims) -> claims.put("htu", "https://localhost:8080" + PATH)),
        wrong(
            "a user in the URL",
            "htu",
            (_, claims) -> claims.put("htu", "http://a@localhost:8080" + PATH)),
        wrong("no URL", "htu", (_, claims) -> claims.put("htu", "::")),
        wrong("an opaque URL", "htu", (_, claims) -> claims.put("htu", "urn:a")),
        wrong("a number for a URL", "htu", (_, claims) -> claims.put("htu", 1)),
        wrong("no ath", "ath", (_, claims) -> claims.remove("ath")),
        wrong(
            "ath of another token",
            "ath",
            (_, claims) ->
                claims.set("ath", DpopKey.claims("GET", PATH, NOW, "a.b.d").path("ath"))),
        wrong("a number for ath", "ath", (_, claims) -> claims.put("ath", 1)),
        wrong("no jti", "jti", (_, claims) -> claims.remove("jti")),
        wrong("an empty jti", "jti", (_, claims) -> claims.put("jti", "")),
        wrong("a long jti", "jti", (_, claims) -> claims.put("jti", "j".repeat(257))),
        wrong("no iat", "iat", (_, claims) -> claims.remove("iat")),
        wrong("a text for iat", "iat", (_, claims) -> claims.put("iat", "now")),
        wrong("a vast iat", "iat", (_, claims) -> claims.put("iat", 1e300)),
        wrong("old", "iat", (_, claims) -> claims.put("iat", NOW.getEpochSecond() - 61)),
        wrong("of the future", "iat", (_, claims) -> claims.put("iat", NOW.getEpochSecond() + 31)),
        wrong("another type", "typ", (header, _) -> header.put("typ", "JWT")),
        wrong("an access token's type", "typ", (header, _) -> header.put("typ", "at+jwt")),
        wrong("no type", "typ", (header, _) -> header.remove("typ")),
        wrong("crit", "crit", (header, _) -> header.putArray("crit").add("exp")),
        wrong("none", "alg", (header, _) -> header.put("alg", "none")),
        wrong("a symmetric algorithm", "alg", (header, _) -> header.put("alg", "HS256")),
        wrong("an algorithm for another key", "jwk", (header, _) -> header.put("alg", "RS256")),
        wrong("no key", "jwk", (header, _) -> header.remove("jwk")),
        wrong("a key's name alone", "jwk", (header, _) -> header.put("jwk", "kid")),
        wrong("another key", "jwk", (header, _) -> header.set("jwk", OTHER.jwk())),
        wrong("a private key", "jwk", (header, _) -> jwk(header).put("d", "AAAA")),
        wrong(
            "a symmetric key",
            "jwk",
            (header, _) -> header.putObject("jwk").put("kty", "oct").put("k", "AAAA")),
        wrong("a key for encryption", "jwk", (header, _) -> jwk(header).put("use", "enc")),
        wrong("a point off the curve", "jwk", (header, _) -> jwk(header).put("x", "A".repeat(43))),
        wrong(
            "a weak key",
            "jwk",
            (header, _) ->
                header
                    .put("alg", "RS256")
                    .set("jwk", TestKeys.jwk(TestKeys.rsa(1_024).getPublic()))),
        wrong("too long", "4096", (header, _) -> header.put("x", "x".repeat(4_096))));
  }

  private static String url(String path) {
    return DpopKey.ISSUER + path;
  }

  private static ObjectNode jwk(ObjectNode header) {
    return (ObjectNode) header.path("jwk");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongOnes")
  void isRefused(String what, String fault, BiConsumer<ObjectNode, ObjectNode> change) {
    ObjectNode header = KEY.header();
    ObjectNode claims = claims();
    change.accept(header, claims);
    assertThat(refusal(KEY.sign(header, claims))).contains(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "a.b.c", "a.b.c.d", "e30.e30.", "e30.e30.e30"})
  void aTextThatIsNoProofIsRefused(String text) {
    refusal(text);
  }

  @Test
  void aSignatureOfAnotherKeyIsRefused() {
    String signed = OTHER.sign(KEY.header(), claims());
    assertThat(refusal(signed)).contains("signature");
  }

  @Test
  void oneHeaderIsNeeded() {
    String good = KEY.sign(KEY.header(), claims());
    for (List<String> lines : List.of(List.<String>of(), List.of(good, good))) {
      assertThatThrownBy(
              () -> proofs.screen(lines, "GET", PATH, new RawToken(TOKEN), KEY.thumbprint()))
          .isInstanceOf(DpopRefusedException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ES256", "ES384", "ES512", "RS256", "PS256", "PS512", "EdDSA", "Ed25519"})
  void everyAlgorithmOfTheMetadataIsTaken(String alg) {
    DpopKey key = new DpopKey(alg);
    DpopProof proof =
        proofs.screen(
            List.of(key.sign(key.header(), DpopKey.claims("POST", "/oauth/token", NOW))),
            "POST",
            "/oauth/token");
    proofs.use(proof, "owner");
    assertThat(proof.thumbprint()).isEqualTo(key.thumbprint());
    assertThat(DpopProofs.ALGORITHMS).contains(alg);
  }

  @Test
  void urlsOfOneMeaningAreEqual() {
    DpopProofs https = new DpopProofs(new Issuer("https://iam.example.com"), clock);
    for (String url :
        List.of(
            "https://iam.example.com/oauth/token",
            "HTTPS://IAM.example.com/oauth/token",
            "https://iam.example.com:443/oauth/token")) {
      ObjectNode claims = DpopKey.claims("POST", "", NOW).put("htu", url);
      assertThat(https.screen(List.of(KEY.sign(KEY.header(), claims)), "POST", "/oauth/token"))
          .isNotNull();
    }
  }

  /** Proxies write a colon or its escape, in letters of either size. */
  @ParameterizedTest
  @CsvSource({
    "/grants/user:a, /grants/user%3Aa, true",
    "/grants/user%3aa, /grants/user%3Aa, true",
    "/grants/user%3Aa, /grants/user:a, true",
    "/grants/%7Ea%2fb, /grants/~a%2Fb, true",
    "/grants/%C3%a9, /grants/%c3%A9, true",
    "/grants/a%2Fb, /grants/a/b, false",
    "/grants/a%253Ab, /grants/a%3Ab, false",
    "/grants/a%3Ab, /grants/a%253Ab, false",
    "/grants/a%3Fb, /grants/a?b, false",
    "/grants/a$b, /grants/a%24b, true",
  })
  void aCharacterAndItsEscapeAreEqual(String path, String claimed, boolean same) {
    ObjectNode claims = DpopKey.claims("GET", claimed, NOW, TOKEN);
    ThrowingCallable screening =
        () -> proofs.screen(List.of(KEY.sign(KEY.header(), claims)), "GET", path);
    if (same) {
      assertThatCode(screening).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(screening).hasMessageContaining("htu");
    }
  }

  @Test
  void theLongestNameIsTaken() {
    accept(KEY.sign(KEY.header(), claims().put("jti", "j".repeat(256))));
  }

  @Test
  void theWindowIsHeldToTheSecond() {
    for (long second : List.of(-60L, 0L, 30L)) {
      accept(KEY.sign(KEY.header(), claims().put("iat", NOW.getEpochSecond() + second)));
    }
  }

  @Test
  void aProofComesOnceInItsLife() {
    String late = KEY.sign(KEY.header(), claims().put("iat", NOW.getEpochSecond() + 30));
    accept(late);
    for (int i = 0; i <= 90; i++) {
      assertThat(refusal(late)).as("%s s later", i).contains("already been used");
      clock.advance(Duration.ofSeconds(1));
    }
    assertThat(refusal(late)).contains("iat");
  }

  @Test
  void oneNameOfTwoKeysIsTwoProofs() {
    ObjectNode claims = DpopKey.claims("POST", "/oauth/token", NOW);
    for (DpopKey key : List.of(KEY, OTHER)) {
      proofs.use(
          proofs.screen(List.of(key.sign(key.header(), claims)), "POST", "/oauth/token"), "owner");
    }
  }

  /** Two requests with one proof may both have found it new. */
  @Test
  void theSecondOfTwoAtOnceIsNotAdded() {
    UsedProofs used = new UsedProofs();
    DpopProof proof = proof(NOW.getEpochSecond());
    assertThat(used.add("owner", proof, NOW.getEpochSecond())).isTrue();
    assertThat(used.add("owner", proof, NOW.getEpochSecond())).isFalse();
    assertThat(used.size()).isOne();
    assertThat(used.owners()).isOne();
  }

  @Test
  void usedOnesAreForgottenWhenTheyCannotComeAgain() {
    UsedProofs used = new UsedProofs(1_000, 1);
    long now = NOW.getEpochSecond();
    for (int i = 0; i < 1_000; i++) {
      assertThat(used.add("owner", proof(now + i), now + i)).isTrue();
      assertThat(used.size()).isLessThanOrEqualTo(270);
    }
  }

  private static int fill(UsedProofs used, String owner, long now) {
    for (int i = 0; ; i++) {
      // As many in each part of the time that proofs may be from.
      long issuedAt = now - DpopProofs.MOST_AGE + i % 3 * 45;
      try {
        assertThat(used.add(owner, proof(issuedAt), now)).isTrue();
      } catch (IamException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        return i;
      }
    }
  }

  /** Each has a part of what the others leave, over all of the time that proofs may be from. */
  @Test
  void whoUsesTooManyLeavesRoom() {
    UsedProofs used = new UsedProofs(90, 2);
    long now = NOW.getEpochSecond();
    assertThat(fill(used, "flooding", now)).isEqualTo(30);
    assertThat(fill(used, "second", now)).isEqualTo(20);
    assertThat(fill(used, "third", now)).isEqualTo(13);
    assertThat(fill(used, "newcomer", now)).isEqualTo(9);
    assertThat(fill(used, "flooding", now)).as("again").isZero();
    assertThat(used.add("flooding", proof(now + 200), now + 200)).as("later").isTrue();
  }

  @Test
  void whoUsesFewHasAReserve() {
    UsedProofs used = new UsedProofs(10, 2);
    long now = NOW.getEpochSecond();
    for (int i = 0; i < 3; i++) {
      fill(used, "flooding " + i, now);
    }
    assertThat(fill(used, "newcomer", now)).isEqualTo(2);
    assertThat(fill(used, "last", now)).as("what is left").isEqualTo(1);
  }

  @Test
  void aRefusedProofLeavesNothing() {
    UsedProofs used = new UsedProofs(0, 0);
    assertThat(fill(used, "owner", NOW.getEpochSecond())).isZero();
    assertThat(used.owners()).isZero();
  }

  private static DpopProof proof(long issuedAt) {
    ObjectNode claims = DpopKey.claims("POST", "/oauth/token", Instant.ofEpochSecond(issuedAt));
    return DpopProof.parse(KEY.sign(KEY.header(), claims));
  }
}
