package io.iamplane.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.SettableClock;
import io.iamplane.token.TokenRefusedException.Reason;
import io.quarkus.runtime.LaunchMode;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A verifier with a key, a clock and a forge for its tests. */
abstract class TokenVerifierFixture {

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  final SettableClock clock = new SettableClock(NOW);
  final TokenForge forge = new TokenForge(NOW);
  final AtomicInteger lookups = new AtomicInteger();
  final Set<String> revoked = ConcurrentHashMap.newKeySet();
  final VerifyingKeys keys =
      keys(kid -> {
        lookups.incrementAndGet();
        return kid.equals(TokenForge.KID) && !revoked.contains(kid)
            ? Optional.of((ECPublicKey) forge.pair.getPublic())
            : Optional.empty();
      });
  final TokenVerifier verifier = verifier(keys);

  String input(ObjectNode header) {
    return TokenForge.base64(header.toString().getBytes(UTF_8))
        + "."
        + TokenForge.base64(forge.claims().toString().getBytes(UTF_8));
  }

  void assertClaims(Reason expected, Consumer<ObjectNode> change) {
    ObjectNode claims = forge.claims();
    change.accept(claims);
    assertThat(reason(forge.sign(forge.header(), claims))).as("%s", claims).isEqualTo(expected);
  }

  Reason reason(RawToken token) {
    return reason(verifier, token);
  }

  static Reason reason(TokenVerifier verifier, RawToken token) {
    IamException refusal = catchThrowableOfType(IamException.class, () -> verifier.verify(token));
    assertThat(refusal).as("the token must be refused").isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    return ((TokenRefusedException) refusal.getCause()).reason();
  }

  /** Keys that are looked up by a function; those that a test revoked count no more. */
  VerifyingKeys keys(Function<String, Optional<ECPublicKey>> find) {
    return new VerifyingKeys() {
      @Override
      public Optional<ECPublicKey> find(String kid) {
        return find.apply(kid);
      }

      @Override
      public boolean accepts(String kid) {
        return !revoked.contains(kid);
      }

      @Override
      public boolean isUnknown(String kid) {
        return false;
      }

      @Override
      public boolean isFresh() {
        return true;
      }
    };
  }

  TokenVerifier verifier(VerifyingKeys keys) {
    return new TokenVerifier(
        keys,
        new Issuer(TokenForge.ISSUER),
        new Audience(() -> Optional.of(TokenForge.AUDIENCE), LaunchMode.NORMAL),
        clock);
  }
}
