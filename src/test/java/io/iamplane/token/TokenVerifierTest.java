package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.token.TokenRefusedException.Reason;
import io.iamplane.token.TokenVerifier.VerifiedTokenCache;
import io.quarkus.runtime.LaunchMode;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest extends TokenVerifierFixture {

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
    assertThat(token).hasToString("token jti-1 for client client_a");
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

  /** A key in the wrong hands could otherwise sign a token for years. */
  @Test
  void tokenThatLivesLongerThanAnyOfOursIsRefused() {
    long hour = TokenConfig.MAX_LIFETIME.toSeconds();
    long skew = 5;
    long now = NOW.getEpochSecond();
    assertThat(
            verifier.verify(
                forge.sign(forge.header(), forge.claims().put("exp", now + hour + skew))))
        .isNotNull();
    assertClaims(Reason.LIFETIME, claims -> claims.put("exp", now + hour + skew + 1));
    assertClaims(Reason.LIFETIME, claims -> claims.put("iat", 0).put("exp", now + 900));
    assertClaims(Reason.LIFETIME, claims -> claims.put("exp", 253_402_300_799L));
  }

  // --- Cache ---

  @Test
  void cachedTokenEndsWithItsKey() {
    RawToken token = forge.good();
    verifier.verify(token);
    assertThat(verifier.cached(token)).isPresent();
    revoked.add(TokenForge.KID);
    assertThat(verifier.cached(token)).isEmpty();
    assertThat(reason(token)).isEqualTo(Reason.UNKNOWN_KEY);
  }

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

  // --- What garbage costs ---

  /** All that is wrong but the signature is found without a key, a turn or a thread. */
  @Test
  void whatIsNoTokenOfOursIsRefusedBeforeAnyKeyIsLookedUp() {
    for (RawToken token :
        List.of(
            new RawToken("x"),
            forge.sign(forge.header().put("alg", "none"), forge.claims()),
            forge.sign(forge.header(), forge.claims().put("aud", "other")),
            forge.sign(forge.header(), forge.claims().put("exp", 1)),
            forge.sign(forge.header(), forge.claims().put("iss", "https://evil.example.com")))) {
      IamException refusal = catchThrowableOfType(IamException.class, () -> verifier.screen(token));
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    }
    assertThat(verifier.screen(forge.good()).claimedAccount()).isEqualTo("client_a");
    assertThat(lookups).hasValue(0);
  }

  @Test
  void aScreenedTokenIsNoTokenYet() {
    RawToken good = forge.good();
    RawToken forged =
        new RawToken(good.text().substring(0, good.text().length() - 86) + "A".repeat(86));
    UnverifiedToken screened = verifier.screen(forged);
    assertThat(verifier.cached(forged)).isEmpty();
    for (int i = 0; i < 2; i++) {
      IamException refusal =
          catchThrowableOfType(IamException.class, () -> verifier.verifySuspect(screened));
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    }
    assertThat(verifier.verifySuspect(verifier.screen(good)).clientId()).isEqualTo("client_a");
    assertThat(verifier.cached(good)).isPresent();
  }

  private TokenVerifier withSlowKey(CountDownLatch inside, CountDownLatch release) {
    ECPublicKey usual = (ECPublicKey) forge.pair.getPublic();
    ECPublicKey slow = new SlowKey(usual, inside, release);
    return verifier(keys(kid -> Optional.of(kid.equals("slow") ? slow : usual)));
  }

  /** However many suspects there are, they take one turn, and no turn of the others. */
  @Test
  void suspectsHaveASmallQueueOfTheirOwn() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    TokenVerifier shared = withSlowKey(inside, release);
    try (ExecutorService callers = Executors.newFixedThreadPool(40)) {
      RawToken slowToken = forge.sign(forge.header().put("kid", "slow"), forge.claims());
      Future<?> first = callers.submit(() -> shared.verifySuspect(shared.screen(slowToken)));
      assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
      List<Future<ErrorCode>> others = new ArrayList<>();
      for (int i = 0; i < 39; i++) {
        RawToken token = forge.sign(forge.header(), forge.claims().put("jti", "j" + i));
        others.add(
            callers.submit(() ->
                catchThrowableOfType(
                        IamException.class, () -> shared.verifySuspect(shared.screen(token)))
                    .code()));
      }
      for (Future<ErrorCode> other : others) {
        assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
      }
      assertThat(shared.verify(forge.good())).as("no suspect").isNotNull();
      release.countDown();
      first.get(10, TimeUnit.SECONDS);
    }
  }

  // --- Dependencies ---

  @Test
  void keysThatCannotBeReadAreNotTheTokensFault() {
    TokenVerifier blind =
        verifier(
            keys(kid -> {
              throw IamException.dependencyUnavailable(new IllegalStateException("away"));
            }));
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
            keys(kid -> {
              if (!failing.isEmpty()) {
                throw IamException.dependencyUnavailable(new IllegalStateException("away"));
              }
              return keys.find(kid);
            }));
    VerifiedToken verified = flaky.verify(token);
    failing.add("now");
    assertThat(flaky.verify(token)).isSameAs(verified);
  }

  @Test
  void tokenWhoseTurnDoesNotComeIsToldToTryAgain() throws Exception {
    CountDownLatch inside = new CountDownLatch(4);
    CountDownLatch release = new CountDownLatch(1);
    TokenVerifier shared = withSlowKey(inside, release);
    try (ExecutorService callers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> first = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        RawToken slowToken =
            forge.sign(forge.header().put("kid", "slow"), forge.claims().put("jti", "j" + i));
        first.add(callers.submit(() -> shared.verify(slowToken)));
      }
      assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
      IamException refusal =
          catchThrowableOfType(IamException.class, () -> shared.verify(forge.good()));
      assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
      release.countDown();
      for (Future<?> each : first) {
        each.get(10, TimeUnit.SECONDS);
      }
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
}
