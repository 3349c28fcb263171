package io.iamplane.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.shared.Aal;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.SettableClock;
import io.iamplane.token.TokenRefusedException.Reason;
import io.quarkus.runtime.LaunchMode;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final SettableClock clock = new SettableClock(NOW);
  private final TokenForge forge = new TokenForge(NOW);
  private final AtomicInteger lookups = new AtomicInteger();
  private final VerifyingKeys keys =
      kid -> {
        lookups.incrementAndGet();
        return kid.equals(TokenForge.KID)
            ? Optional.of((ECPublicKey) forge.pair.getPublic())
            : Optional.empty();
      };
  private final TokenVerifier verifier = verifier(keys, new Config(4, Duration.ofSeconds(5)));

  @Test
  void goodTokenTellsWhoAsks() {
    VerifiedToken token = verifier.verify(forge.good());
    assertThat(token.organization())
        .isEqualTo(OrganizationId.parse("0198c0de-0000-7000-8000-000000000002").orElseThrow());
    assertThat(token.subject())
        .isEqualTo(new SubjectRef("service_account", "0198c0de-0000-7000-8000-000000000001"));
    assertThat(token.clientId()).isEqualTo("client_a");
    assertThat(token.platform()).isFalse();
    assertThat(token.aal()).isEqualTo(Aal.AAL1);
    assertThat(token.scopes()).containsExactly("read", "write");
    assertThat(token.jti()).isEqualTo("jti-1");
    assertThat(token.expiresAt()).isEqualTo(NOW.plusSeconds(900));
    assertThat(token).hasToString("token jti-1 of client_a");
  }

  @Test
  void platformAudienceListAndMissingScopeAreRead() {
    ObjectNode claims = forge.claims().put("platform", true);
    claims.remove("scope");
    claims.putArray("aud").add("other").add(TokenForge.AUDIENCE);
    VerifiedToken token = verifier.verify(forge.sign(forge.header(), claims));
    assertThat(token.platform()).isTrue();
    assertThat(token.scopes()).isEmpty();
  }

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
    String huge = "a".repeat(SignedToken.MAX_LENGTH + 1);
    assertThat(reason(new RawToken(huge))).isEqualTo(Reason.TOO_LARGE);
    assertThat(verifier.cached(new RawToken(huge))).isEmpty();
    ObjectNode claims = forge.claims().put("padding", "x".repeat(10_000));
    assertThat(reason(forge.sign(forge.header(), claims))).isEqualTo(Reason.TOO_LARGE);
    assertThat(lookups).hasValue(0);
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

  // --- Claims ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iss",
        "sub",
        "aud",
        "exp",
        "iat",
        "jti",
        "client_id",
        "org",
        "acr",
        "policy_version"
      })
  void everyClaimOfOursIsNeeded(String name) {
    assertClaims(Reason.CLAIMS, claims -> claims.remove(name));
    assertClaims(Reason.CLAIMS, claims -> claims.putNull(name));
    assertClaims(Reason.CLAIMS, claims -> claims.putObject(name));
    assertClaims(Reason.CLAIMS, claims -> claims.put(name, true));
  }

  @Test
  void claimsOfNoUseAreRefused() {
    assertClaims(Reason.CLAIMS, claims -> claims.put("sub", "no-type"));
    assertClaims(Reason.CLAIMS, claims -> claims.put("org", "acme"));
    assertClaims(
        Reason.CLAIMS, claims -> claims.put("org", "0198C0DE-0000-7000-8000-000000000002"));
    assertClaims(Reason.CLAIMS, claims -> claims.put("acr", "aal4"));
    assertClaims(Reason.CLAIMS, claims -> claims.put("platform", "true"));
    assertClaims(Reason.CLAIMS, claims -> claims.put("platform", 1));
    assertClaims(Reason.CLAIMS, claims -> claims.put("scope", 1));
    assertClaims(Reason.CLAIMS, claims -> claims.put("jti", ""));
    assertClaims(Reason.CLAIMS, claims -> claims.put("exp", "1767226500"));
    assertClaims(Reason.CLAIMS, claims -> claims.put("exp", 1.7672265e9));
    assertClaims(Reason.CLAIMS, claims -> claims.put("exp", -1));
    assertClaims(Reason.CLAIMS, claims -> claims.put("exp", Long.MAX_VALUE));
    assertClaims(Reason.CLAIMS, claims -> claims.put("iat", 1.5));
    assertClaims(Reason.CLAIMS, claims -> claims.put("nbf", "soon"));
  }

  @Test
  void anotherIssuerIsRefused() {
    for (String issuer :
        List.of("https://iam.example.com/", "http://iam.example.com", "https://evil.example.com")) {
      assertClaims(Reason.ISSUER, claims -> claims.put("iss", issuer));
    }
  }

  @Test
  void anotherAudienceIsRefused() {
    assertClaims(Reason.AUDIENCE, claims -> claims.put("aud", "other"));
    assertClaims(Reason.AUDIENCE, claims -> claims.put("aud", "IAM-ADMIN"));
    assertClaims(Reason.AUDIENCE, claims -> claims.put("aud", "iam-admin,other"));
    assertClaims(Reason.AUDIENCE, claims -> claims.putArray("aud"));
    assertClaims(Reason.AUDIENCE, claims -> claims.putArray("aud").add("a").add("b"));
    assertClaims(Reason.CLAIMS, claims -> claims.putArray("aud").add("iam-admin").add(1));
  }

  @Test
  void withoutAConfiguredAudienceNothingIsAccepted() {
    TokenVerifier closed =
        new TokenVerifier(
            keys,
            new Issuer(TokenForge.ISSUER),
            new Audience(Optional::empty, LaunchMode.NORMAL),
            new Config(4, Duration.ofSeconds(5)),
            clock);
    assertThat(reason(closed, forge.good())).isEqualTo(Reason.AUDIENCE);
    RawToken empty = forge.sign(forge.header(), forge.claims().put("aud", " "));
    assertThat(reason(closed, empty)).isEqualTo(Reason.AUDIENCE);
  }

  // --- Times ---

  @Test
  void tokenDiesAtItsExpiryWithoutGrace() {
    clock.set(NOW.plusSeconds(900).minusMillis(1));
    assertThat(verifier.verify(forge.good())).isNotNull();
    clock.set(NOW.plusSeconds(900));
    assertThat(reason(forge.sign(forge.header(), forge.claims().put("jti", "2"))))
        .isEqualTo(Reason.EXPIRED);
  }

  @Test
  void tokenOfAClockSlightlyAheadIsTaken() {
    long soon = NOW.getEpochSecond() + 5;
    assertThat(verifier.verify(forge.sign(forge.header(), forge.claims().put("iat", soon))))
        .isNotNull();
    assertThat(verifier.verify(forge.sign(forge.header(), forge.claims().put("nbf", soon))))
        .isNotNull();
  }

  @Test
  void tokenOfTheFutureIsRefused() {
    long later = NOW.getEpochSecond() + 6;
    assertClaims(Reason.NOT_YET_VALID, claims -> claims.put("iat", later));
    assertClaims(Reason.NOT_YET_VALID, claims -> claims.put("nbf", later));
  }

  @Test
  void tokenThatExpiredBeforeItWasIssuedIsRefused() {
    long expiry = NOW.getEpochSecond() + 2;
    assertClaims(Reason.CLAIMS, claims -> claims.put("exp", expiry).put("iat", expiry));
  }

  // --- Cache ---

  @Test
  void unseenTokenIsNotCachedAndASeenOneIs() {
    RawToken token = forge.good();
    assertThat(verifier.cached(token)).isEmpty();
    VerifiedToken verified = verifier.verify(token);
    assertThat(verifier.cached(token)).containsSame(verified);
    assertThat(verifier.cached(new RawToken(token.text()))).containsSame(verified);
    assertThat(verifier.verify(token)).isSameAs(verified);
    assertThat(lookups).hasValue(1);
  }

  @Test
  void cachedTokenDiesAtItsExpiry() {
    RawToken token = forge.good();
    verifier.verify(token);
    clock.set(NOW.plusSeconds(900).minusMillis(1));
    assertThat(verifier.cached(token)).isPresent();
    clock.set(NOW.plusSeconds(900));
    assertThat(verifier.cached(token)).isEmpty();
    assertThat(reason(token)).isEqualTo(Reason.EXPIRED);
    clock.set(NOW);
    assertThat(verifier.cached(token)).as("gone, not hidden").isEmpty();
  }

  @Test
  void refusedTokenIsNotCached() {
    RawToken refused = forge.sign(forge.header(), forge.claims().put("aud", "other"));
    assertThat(reason(refused)).isEqualTo(Reason.AUDIENCE);
    assertThat(verifier.cached(refused)).isEmpty();
  }

  @Test
  void sameClaimsWithAnotherSignatureAreAnotherToken() {
    RawToken one = forge.good();
    verifier.verify(one);
    String forged = one.text().substring(0, one.text().length() - 86) + "A".repeat(86);
    assertThat(verifier.cached(new RawToken(forged))).isEmpty();
    assertThat(reason(new RawToken(forged))).isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void cacheIsBoundedByCount() {
    VerifiedTokenCache cache = new VerifiedTokenCache(10, clock);
    VerifiedToken verified = verifier.verify(forge.good());
    for (int i = 0; i < 1000; i++) {
      cache.put(TokenDigest.of(new RawToken("token" + i)), verified);
    }
    assertThat(cache.size()).isLessThanOrEqualTo(10);
  }

  // --- Dependencies ---

  @Test
  void keysThatCannotBeReadAreNotTheTokensFault() {
    TokenVerifier blind =
        verifier(
            kid -> {
              throw IamException.dependencyUnavailable(new IllegalStateException("away"));
            },
            new Config(4, Duration.ofSeconds(5)));
    IamException refusal =
        catchThrowableOfType(IamException.class, () -> blind.verify(forge.good()));
    assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
  }

  @Test
  void cachedTokenNeedsNoKeys() {
    RawToken token = forge.good();
    List<String> failing = new ArrayList<>();
    TokenVerifier flaky =
        verifier(
            kid -> {
              if (!failing.isEmpty()) {
                throw IamException.dependencyUnavailable(new IllegalStateException("away"));
              }
              return keys.find(kid);
            },
            new Config(4, Duration.ofSeconds(5)));
    VerifiedToken verified = flaky.verify(token);
    failing.add("now");
    assertThat(flaky.verify(token)).isSameAs(verified);
  }

  @Test
  void tokenWhoseTurnDoesNotComeIsToldToTryAgain() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    ECPublicKey slow = new SlowKey((ECPublicKey) forge.pair.getPublic(), inside, release);
    TokenVerifier shared =
        verifier(
            kid -> Optional.of(kid.equals("slow") ? slow : (ECPublicKey) forge.pair.getPublic()),
            new Config(1, Duration.ofMillis(20)));
    try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
      RawToken slowToken = forge.sign(forge.header().put("kid", "slow"), forge.claims());
      Future<?> first = callers.submit(() -> shared.verify(slowToken));
      assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
      IamException refusal =
          catchThrowableOfType(IamException.class, () -> shared.verify(forge.good()));
      assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
      release.countDown();
      first.get(10, TimeUnit.SECONDS);
    }
    assertThat(shared.verify(forge.good())).isNotNull();
  }

  @Test
  void clientLearnsNothingOfTheReason() {
    IamException refusal =
        catchThrowableOfType(
            IamException.class,
            () -> verifier.verify(forge.sign(forge.header(), forge.claims().put("aud", "x"))));
    IamException rubbish =
        catchThrowableOfType(IamException.class, () -> verifier.verify(new RawToken("x")));
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    assertThat(refusal.detail()).isEqualTo(rubbish.detail());
    assertThat(refusal.members()).isEqualTo(rubbish.members());
    assertThat(forge.good()).hasToString("***");
  }

  private String input(ObjectNode header) {
    return TokenForge.base64(header.toString().getBytes(UTF_8))
        + "."
        + TokenForge.base64(forge.claims().toString().getBytes(UTF_8));
  }

  private void assertClaims(Reason expected, Consumer<ObjectNode> change) {
    ObjectNode claims = forge.claims();
    change.accept(claims);
    assertThat(reason(forge.sign(forge.header(), claims))).as("%s", claims).isEqualTo(expected);
  }

  private Reason reason(RawToken token) {
    return reason(verifier, token);
  }

  private static Reason reason(TokenVerifier verifier, RawToken token) {
    IamException refusal = catchThrowableOfType(IamException.class, () -> verifier.verify(token));
    assertThat(refusal).as("the token must be refused").isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    return ((TokenRefusedException) refusal.getCause()).reason();
  }

  private TokenVerifier verifier(VerifyingKeys keys, TokenConfig config) {
    return new TokenVerifier(
        keys,
        new Issuer(TokenForge.ISSUER),
        new Audience(() -> Optional.of(TokenForge.AUDIENCE), LaunchMode.NORMAL),
        config,
        clock);
  }

  record Config(int verifyConcurrency, Duration verifyDeadline) implements TokenConfig {
    @Override
    public Duration lifetime() {
      return Duration.ofSeconds(900);
    }

    @Override
    public Duration clockSkew() {
      return Duration.ofSeconds(5);
    }

    @Override
    public int cacheSize() {
      return 100;
    }
  }
}
