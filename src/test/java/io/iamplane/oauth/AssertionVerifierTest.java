package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.directory.client.KeyClients;
import io.iamplane.oauth.GroupedAssertions.Named;
import io.iamplane.oauth.GroupedAssertions.Use;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestKeys;
import io.iamplane.token.SignaturePermits;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenRefusedException.Reason;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Required claims and signature of a well-formed assertion, without a database. */
class AssertionVerifierTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String ID = "client_a";

  private final SettableClock clock = new SettableClock(NOW);
  private final AssertionForge forge = new AssertionForge("one");
  private final AssertionForge second = new AssertionForge("two");
  private final Map<String, JsonWebKeys> clients = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final Set<String> used = new HashSet<>();
  private final List<Instant> kept = new ArrayList<>();
  private final AssertionVerifier verifier = verifier(this::use);

  AssertionVerifierTest() {
    clients.put(ID, JsonWebKeys.parse(AssertionForge.jwks(forge.jwk())));
    clients.put("client_b", JsonWebKeys.parse(AssertionForge.jwks(forge.jwk(), second.jwk())));
  }

  @Test
  void goodAssertionProvesTheClient() {
    assertThat(verify(claims()).client().clientId()).isEqualTo(ID);
    assertThat(asked).containsExactly(ID);
    assertThat(used).hasSize(1);
  }

  @Test
  void audienceIsTheEndpointOrTheIssuer() {
    assertThat(verify(claims().put("aud", AssertionForge.ISSUER))).isNotNull();
    ObjectNode inAList = claims();
    inAList.putArray("aud").add(AssertionForge.ENDPOINT);
    assertThat(verify(inAList)).isNotNull();
  }

  /** One for several could be sent on by any of the others, as the client. */
  @Test
  void assertionForSeveralAudiencesIsRefusedUnasked() {
    assertRefused(
        Reason.AUDIENCE,
        claims -> claims.putArray("aud").add(AssertionForge.ENDPOINT).add("https://other.example"));
    assertRefused(
        Reason.AUDIENCE,
        claims -> claims.putArray("aud").add("https://other.example").add(AssertionForge.ENDPOINT));
    assertRefused(
        Reason.AUDIENCE,
        claims -> claims.putArray("aud").add(AssertionForge.ENDPOINT).add(AssertionForge.ISSUER));
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080/",
        "http://localhost:8080/oauth/token/",
        "http://localhost:8080/oauth",
        "https://localhost:8080/oauth/token",
        "http://LOCALHOST:8080/oauth/token",
        "http://localhost:8081/oauth/token",
        "iam-admin",
        "/oauth/token",
        " "
      })
  void everyOtherAudienceIsRefusedUnasked(String audience) {
    assertRefused(Reason.AUDIENCE, claims -> claims.put("aud", audience));
    assertRefused(Reason.AUDIENCE, claims -> claims.putArray("aud").add(audience));
    assertRefused(Reason.AUDIENCE, claims -> claims.putArray("aud"));
    assertThat(asked).isEmpty();
  }

  @Test
  void issuerIsTheClientItself() {
    assertRefused(Reason.ISSUER, claims -> claims.put("iss", "client_b"));
    assertRefused(Reason.ISSUER, claims -> claims.put("sub", "client_b"));
    assertRefused(Reason.ISSUER, claims -> claims.put("iss", "CLIENT_A"));
    assertThat(asked).isEmpty();
  }

  // --- Times ---

  @Test
  void assertionDiesAtItsExpiryWithoutGrace() {
    ObjectNode claims = claims();
    clock.set(NOW.plusSeconds(60).minusMillis(1));
    assertThat(verify(claims)).isNotNull();
    clock.set(NOW.plusSeconds(60));
    assertRefused(Reason.EXPIRED, fresh -> {});
    assertThat(asked).hasSize(1);
  }

  @Test
  void expiryIsAtMostThreeHundredSecondsAhead() {
    assertThat(verify(claims().put("exp", NOW.getEpochSecond() + 300))).isNotNull();
    assertRefused(Reason.LIFETIME, claims -> claims.put("exp", NOW.getEpochSecond() + 301));
    assertRefused(Reason.LIFETIME, claims -> claims.put("exp", NOW.getEpochSecond() + 300.001));
    assertRefused(Reason.LIFETIME, claims -> claims.put("exp", 253_402_300_799L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"iat", "nbf"})
  void clockOfAClientMayBeSlightlyAhead(String begin) {
    assertThat(verify(claims().put(begin, NOW.getEpochSecond() + 30))).isNotNull();
    assertRefused(Reason.NOT_YET_VALID, claims -> claims.put(begin, NOW.getEpochSecond() + 31));
    assertThat(verify(claims().put(begin, NOW.getEpochSecond() - 3600))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"iat", "nbf"})
  void assertionThatEndsBeforeItBeginsIsRefused(String begin) {
    long soon = NOW.getEpochSecond() + 10;
    assertRefused(Reason.CLAIMS, claims -> claims.put("exp", soon).put(begin, soon));
  }

  // --- Keys ---

  @Test
  void everyKeyOfTheClientWorksUnderItsName() {
    for (AssertionForge each : List.of(forge, second)) {
      String text = each.good("client_b", NOW);
      assertThat(verify(text)).isNotNull();
    }
  }

  @Test
  void keyMayGoUnnamedWhenThereIsOne() {
    ObjectNode nameless = forge.header();
    nameless.remove("kid");
    assertThat(verify(forge.sign(nameless, claims()))).isNotNull();
    ObjectNode ofTwo = AssertionForge.claims("client_b", NOW);
    assertThat(reason(forge.sign(nameless, ofTwo))).isEqualTo(Reason.SIGNATURE);
  }

  @ParameterizedTest
  @EnumSource
  void everyAlgorithmProvesTheClient(AssertionAlgorithm algorithm) {
    AssertionForge other = new AssertionForge("one", algorithm.alg());
    clients.put(ID, JsonWebKeys.parse(AssertionForge.jwks(other.jwk(), second.jwk())));
    assertThat(verify(other.good(ID, NOW))).isNotNull();
    String good = other.good(ID, NOW);
    String forged = other.sign(other.header(), claims().put("jti", "another"));
    int dot = good.lastIndexOf('.');
    assertThat(reason(good.substring(0, dot) + forged.substring(forged.lastIndexOf('.'))))
        .isEqualTo(Reason.SIGNATURE);
    String wrong = new AssertionForge("one", algorithm.alg()).good(ID, NOW);
    assertThat(reason(wrong)).isEqualTo(Reason.SIGNATURE);
  }

  /**
   * One pair that signs by several algorithms: what the client registered counts, not the header.
   */
  @Test
  void keyVerifiesNoAlgorithmButItsOwn() {
    KeyPair pair = TestKeys.pair("RS256");
    AssertionForge pinned = new AssertionForge("one", "PS256", pair);
    clients.put(ID, JsonWebKeys.parse(AssertionForge.jwks(pinned.jwk().put("alg", "PS256"))));
    assertThat(verify(pinned.good(ID, NOW))).isNotNull();
    for (String alg : List.of("RS256", "RS512", "PS384")) {
      String other = new AssertionForge("one", alg, pair).good(ID, NOW);
      assertThat(reason(other)).as(alg).isEqualTo(Reason.SIGNATURE);
    }
    clients.put(ID, JsonWebKeys.parse(AssertionForge.jwks(pinned.jwk())));
    for (String alg : List.of("RS256", "RS512", "PS384")) {
      String other = new AssertionForge("one", alg, pair).good(ID, NOW);
      assertThat(verify(other)).as(alg).isNotNull();
    }
    assertThat(reason(forge.good(ID, NOW))).isEqualTo(Reason.SIGNATURE);
  }

  /** The key in the header signed; the key of the client did not. */
  @Test
  void keyInTheHeaderProvesNothing() {
    AssertionForge own = new AssertionForge("one");
    ObjectNode header = own.header();
    header.set("jwk", own.jwk());
    header.put("jku", "https://evil.example.com/jwks.json");
    assertThat(reason(own.sign(header, claims()))).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(forge.sign(header, claims()))).isNotNull();
  }

  @Test
  void unknownKeyWrongKeyAndWrongNameAreRefused() {
    assertThat(reason(new AssertionForge("one").good(ID, NOW))).isEqualTo(Reason.SIGNATURE);
    assertThat(reason(second.good(ID, NOW))).isEqualTo(Reason.SIGNATURE);
    for (String kid : List.of("", "ONE", "three", "../one")) {
      assertThat(reason(forge.sign(forge.header().put("kid", kid), claims())))
          .isEqualTo(Reason.SIGNATURE);
    }
    ObjectNode swapped = forge.header().put("kid", "two");
    assertThat(reason(forge.sign(swapped, AssertionForge.claims("client_b", NOW))))
        .isEqualTo(Reason.SIGNATURE);
    assertThat(used).isEmpty();
  }

  @Test
  void everyChangedByteOfTheSignatureIsFound() {
    String good = forge.good(ID, NOW);
    int dot = good.lastIndexOf('.');
    for (int i = dot + 1; i < good.length() - 1; i++) {
      char other = good.charAt(i) == 'x' ? 'y' : 'x';
      String changed = good.substring(0, i) + other + good.substring(i + 1);
      assertThat(reason(changed)).as("character %d", i).isEqualTo(Reason.SIGNATURE);
    }
    String zeros = good.substring(0, dot + 1) + AssertionForge.base64(new byte[64]);
    assertThat(reason(zeros)).isEqualTo(Reason.SIGNATURE);
    assertThat(used).isEmpty();
  }

  @Test
  void signatureOfOtherClaimsIsRefused() {
    String good = forge.good(ID, NOW);
    String forged =
        AssertionForge.input(forge.header().toString(), AssertionForge.claims(ID, NOW).toString());
    assertThat(reason(forged + good.substring(good.lastIndexOf('.')))).isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void unknownClientIsRefusedForTheSameReason() {
    assertThat(reason(forge.good("client_nobody", NOW))).isEqualTo(Reason.SIGNATURE);
    assertThat(asked).containsExactly("client_nobody");
    assertThat(used).isEmpty();
  }

  /**
   * An interrupted thread gets no turn to verify a signature, so this refusal proves the attempt.
   */
  @Test
  void unknownClientAndUnknownKeyCostASignatureToo() {
    for (String text :
        List.of(
            forge.good(ID, NOW),
            forge.good("client_nobody", NOW),
            new AssertionForge("one", "RS256").good("client_nobody", NOW),
            new AssertionForge("one", "EdDSA").good(ID, NOW),
            forge.sign(forge.header().put("kid", "three"), claims()))) {
      ClientAssertion assertion = ClientAssertion.parse(text);
      Thread.currentThread().interrupt();
      try {
        assertThat(
                catchThrowableOfType(IamException.class, () -> verifier.verify(assertion, false))
                    .code())
            .isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
    assertThat(used).isEmpty();
  }

  // --- Once ---

  @Test
  void assertionIsUsedOnce() {
    ObjectNode claims = claims();
    verify(claims);
    assertThat(reason(forge.sign(forge.header(), claims))).isEqualTo(Reason.USED);
    // A new signature over the same claims is another text of the same assertion.
    assertRefused(
        Reason.USED,
        fresh ->
            fresh.put("jti", claims.path("jti").textValue()).put("exp", NOW.getEpochSecond() + 61));
  }

  @Test
  void onlyAHashIsKeptAndForLongerThanAnyReplicaTakesTheAssertion() {
    ObjectNode claims = claims();
    verify(claims);
    assertThat(used).allMatch(row -> !row.contains(claims.path("jti").textValue()));
    assertThat(kept).containsExactly(NOW.plusSeconds(120));
  }

  @Test
  void databaseThatIsAwayIsNotTheClientsFault() {
    for (IamException failure :
        List.of(
            IamException.dependencyUnavailable(new IllegalStateException("away")),
            IamException.conflict("The request conflicts with a concurrent change. Retry it."))) {
      AssertionVerifier blind =
          verifier(_ -> {
            throw failure;
          });
      IamException refusal =
          catchThrowableOfType(
              IamException.class,
              () -> blind.verify(ClientAssertion.parse(forge.good(ID, NOW)), false));
      assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
    }
  }

  private AssertionVerifier verifier(Predicate<Use> store) {
    return new AssertionVerifier(
        clientId -> {
          asked.add(clientId);
          JsonWebKeys keys = clients.get(clientId);
          return keys == null ? KeyClients.unknown() : KeyClients.claimed(clientId, keys);
        },
        store,
        Set.of(AssertionForge.ISSUER, AssertionForge.ENDPOINT),
        new SignaturePermits(),
        clock);
  }

  private boolean use(Use use) {
    Named assertion = use.assertion();
    assertThat(use.now()).isEqualTo(clock.instant());
    kept.add(use.keepUntil());
    return used.add(assertion.clientId() + HexFormat.of().formatHex(assertion.jtiHash().array()));
  }

  private AuthenticatedClient verify(ObjectNode claims) {
    return verify(forge.sign(forge.header(), claims));
  }

  private AuthenticatedClient verify(String text) {
    return verifier.verify(ClientAssertion.parse(text), false);
  }

  private void assertRefused(Reason expected, Consumer<ObjectNode> change) {
    ObjectNode claims = claims();
    change.accept(claims);
    assertThat(reason(forge.sign(forge.header(), claims))).as("%s", claims).isEqualTo(expected);
  }

  private Reason reason(String text) {
    ClientAssertion assertion = ClientAssertion.parse(text);
    TokenRefusedException refusal =
        catchThrowableOfType(TokenRefusedException.class, () -> verifier.verify(assertion, false));
    assertThat(refusal).as("must be refused: %s", text).isNotNull();
    return refusal.reason();
  }

  private static ObjectNode claims() {
    return AssertionForge.claims(ID, NOW);
  }
}
