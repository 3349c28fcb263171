package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.IamException;
import io.iamplane.token.TokenRefusedException.Reason;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An application's own token of a person opens what takes such tokens, and never this API. */
class ClientTokensTest extends TokenVerifierFixture {

  private RawToken token(Consumer<ObjectNode> change) {
    ObjectNode claims = forge.claims();
    claims.put("sub", "user:0198c0de-0000-7000-8000-000000000001").put("aud", "client_a");
    change.accept(claims);
    return forge.sign(forge.header(), claims);
  }

  private void isRefusedByAll(RawToken token) {
    assertThat(reason(token)).isEqualTo(Reason.AUDIENCE);
    assertThatThrownBy(() -> verifier.screenAny(token)).isInstanceOf(IamException.class);
    assertThat(verifier.examineAny(token)).isEmpty();
  }

  // --- Abuse ---

  @Test
  void itNeverOpensThisApiAlsoAfterItWasVerified() {
    RawToken token = token(_ -> {});
    for (int i = 0; i < 2; i++) {
      assertThat(reason(token)).isEqualTo(Reason.AUDIENCE);
      assertThat(verifier.cached(token)).isEmpty();
      assertThat(verifier.examine(token)).isEmpty();
      assertThat(verifier.verify(verifier.screenAny(token)).clientId()).isEqualTo("client_a");
      assertThat(verifier.cachedAny(token)).isPresent();
    }
  }

  @Test
  void anotherAudienceOpensNothing() {
    isRefusedByAll(token(claims -> claims.put("aud", "client_b")));
    isRefusedByAll(token(claims -> claims.put("aud", "CLIENT_A")));
    isRefusedByAll(token(claims -> claims.putArray("aud").add("client_a").add("client_b")));
    isRefusedByAll(token(claims -> claims.putArray("aud")));
    isRefusedByAll(token(claims -> claims.put("sub", "service_account:x")));
  }

  @Test
  void anotherSignatureOpensNothing() {
    RawToken token = token(_ -> {});
    TokenForge other = new TokenForge(NOW);
    ObjectNode claims = forge.claims();
    claims.put("sub", "user:0198c0de-0000-7000-8000-000000000001").put("aud", "client_a");
    assertThat(verifier.examineAny(other.sign(other.header(), claims))).isEmpty();
    revoked.addAll(Set.of(TokenForge.KID));
    assertThat(verifier.examineAny(token)).isEmpty();
  }

  // --- Use ---

  @Test
  void tokensOfThisApiAreTakenThereToo() {
    RawToken token = forge.good();
    assertThat(verifier.examineAny(token)).isPresent();
    assertThat(verifier.examine(token)).isPresent();
    assertThat(verifier.cached(token)).isPresent();
  }

  @Test
  void anExpiredOneIsKnownAsOne() {
    RawToken token = token(claims -> claims.put("exp", NOW.getEpochSecond() - 1));
    assertThat(verifier.isExpired(token)).isTrue();
  }

  /** Another one may be good, or a guess: neither is taken for one that is over. */
  @Test
  void noOtherIsKnownAsExpired() {
    assertThat(verifier.isExpired(token(_ -> {}))).isFalse();
    assertThat(verifier.isExpired(token(claims -> claims.put("iss", "https://evil.example.com"))))
        .isFalse();
    assertThat(verifier.isExpired(new RawToken("x"))).isFalse();
  }
}
