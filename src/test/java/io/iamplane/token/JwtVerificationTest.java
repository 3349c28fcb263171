package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.quarkus.runtime.LaunchMode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jose4j.jwa.AlgorithmFactoryFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SmallRye JWT as it is set up, without the checks around it. */
class JwtVerificationTest {

  /** Long ago by the clock of the system, which decides nothing. */
  private static final Instant NOW = Instant.parse("2020-01-01T00:00:00Z");

  private final TokenForge forge = new TokenForge(NOW);
  private final PublicKey key = forge.pair.getPublic();
  private final JwtVerification verification = verification(Optional.of(TokenForge.AUDIENCE));

  @Test
  void ourTokenVerifiesByItsKeyAlone() {
    assertThat(verification.verifies(forge.good(), key)).isTrue();
    assertThat(verification.verifies(forge.good(), Es256.generate().getPublic())).isFalse();
    assertThat(verification.verifies(new TokenForge(NOW).good(), key)).isFalse();
  }

  @Test
  void timesAreLeftToOurClock() {
    for (Instant at : List.of(Instant.EPOCH, Instant.parse("2080-01-01T00:00:00Z"))) {
      TokenForge other = new TokenForge(at);
      assertThat(verification.verifies(other.good(), other.pair.getPublic())).isTrue();
    }
  }

  @Test
  void tokenThatLivesTooLongIsRefused() {
    assertRefused(claims -> claims.put("exp", NOW.getEpochSecond() + 3_600 + 6));
    assertRefused(claims -> claims.put("exp", NOW.getEpochSecond() - 1));
  }

  @Test
  void foreignIssuerAndAudienceAreRefused() {
    assertRefused(claims -> claims.put("iss", "https://evil.example.com"));
    assertRefused(claims -> claims.put("aud", "another"));
    JwtVerification forNoOne = verification(Optional.empty());
    assertThat(forNoOne.verifies(forge.good(), key)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iss",
        "aud",
        "sub",
        "exp",
        "iat",
        "jti",
        "client_id",
        "org",
        "acr",
        "policy_version"
      })
  void claimsThatEachTokenHasAreRequired(String name) {
    assertRefused(claims -> claims.remove(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "HS256", "RS256", "ES384", "ES256K", "EdDSA", ""})
  void everyOtherAlgorithmIsRefused(String alg) {
    RawToken token = forge.sign(forge.header().put("alg", alg), forge.claims());
    assertThat(verification.verifies(token, key)).isFalse();
  }

  @Test
  void criticalMembersAndRubbishAreRefused() {
    ObjectNode header = forge.header();
    header.putArray("crit").add("exp");
    assertThat(verification.verifies(forge.sign(header, forge.claims()), key)).isFalse();
    for (String text : List.of("", ".", "a.b.c", "a.b.c.d.e", forge.good().text() + ".a")) {
      assertThat(verification.verifies(new RawToken(text), key)).as(text).isFalse();
    }
  }

  /** A signature costs what our own verification costs (ADR 44). */
  @Test
  void signaturesAreVerifiedByPreparedKeys() throws Exception {
    assertThat(AlgorithmFactoryFactory.getInstance().getJwsAlgorithmFactory().getAlgorithm("ES256"))
        .isInstanceOf(JwtVerification.PreparedEs256.class);
  }

  private void assertRefused(Consumer<ObjectNode> change) {
    ObjectNode claims = forge.claims();
    change.accept(claims);
    assertThat(verification.verifies(forge.sign(forge.header(), claims), key))
        .as("%s", claims)
        .isFalse();
  }

  private static JwtVerification verification(Optional<String> audience) {
    return JwtVerification.ofApi(
        new Issuer(TokenForge.ISSUER), new Audience(() -> audience, LaunchMode.NORMAL));
  }
}
