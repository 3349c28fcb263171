package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.key.TokenSigner;
import io.iamplane.shared.Aal;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.LaunchMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Access tokens as they are made, read back by the verifier. */
class AccessTokensTest extends TokenVerifierFixture {

  private final AccessTokens tokens =
      new AccessTokens(
          new JwtSigner(() -> new TokenSigner(TokenForge.KID, forge.pair.getPrivate())),
          new Issuer(TokenForge.ISSUER),
          new Audience(() -> Optional.of(TokenForge.AUDIENCE), LaunchMode.NORMAL),
          () -> Duration.ofSeconds(900),
          clock);

  private static TokenSubject person(String clientId) {
    return new TokenSubject(
        OrganizationId.parse("0198c0de-0000-7000-8000-000000000002").orElseThrow(),
        false,
        new SubjectRef(SubjectRef.USER, "0198c0de-0000-7000-8000-000000000001"),
        clientId,
        Aal.AAL2,
        3,
        null,
        null);
  }

  /** One that is made from another is good for no longer than that. */
  @Test
  void aTokenEndsAtItsLatestExpiry() {
    for (int seconds : new int[] {1, 899, 900, 901}) {
      AccessTokens.Issued issued =
          tokens.issue(person("client_a"), new TreeSet<>(), "j", NOW.plusSeconds(seconds));
      int lifetime = Math.min(seconds, 900);
      assertThat(issued.lifetime()).isEqualTo(Duration.ofSeconds(lifetime));
      assertThat(verifier.verify(new RawToken(issued.token().reveal())).expiresAt())
          .isEqualTo(NOW.plusSeconds(lifetime));
    }
  }

  @Test
  void aClientsOwnTokenNeverHasTheNameOfThisApi() {
    IamException refusal =
        catchThrowableOfType(
            IamException.class,
            () -> tokens.issueForClient(person(TokenForge.AUDIENCE), new TreeSet<>(), "j"));
    assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
    AccessTokens.Issued own = tokens.issueForClient(person("client_a"), new TreeSet<>(), "j");
    RawToken token = new RawToken(own.token().reveal());
    assertThat(verifier.examineAny(token).orElseThrow().audience()).containsExactly("client_a");
    assertThat(verifier.examine(token)).isEmpty();
  }

  /** It was signed here, so that no signature is verified for it. */
  @Test
  void aTokenOfOurOwnIsKnownAtOnce() {
    AccessTokens.Issued issued =
        tokens.issue(person("client_a"), new TreeSet<>(), "j", Instant.MAX);
    verifier.issued(issued.token());
    assertThat(verifier.cached(new RawToken(issued.token().reveal()))).isPresent();
    assertThat(lookups).hasValue(0);
  }
}
