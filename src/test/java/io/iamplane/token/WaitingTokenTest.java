package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.token.TokenRefusedException.Reason;
import java.security.interfaces.ECPublicKey;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Facts checked while a token is screened may change before its signature is verified. */
class WaitingTokenTest extends TokenVerifierFixture {

  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final ECPublicKey slow =
      new SlowKey((ECPublicKey) forge.pair.getPublic(), inside, release);
  private final TokenVerifier waiting = verifier(keys(kid -> Optional.of(slow)));

  @Test
  void tokenThatExpiresWhileItWaitsIsRefused() throws Exception {
    assertRefused(Reason.EXPIRED, () -> clock.set(NOW.plusSeconds(900)));
  }

  @Test
  void tokenWhoseKeyIsRevokedWhileItWaitsIsRefused() throws Exception {
    assertRefused(Reason.UNKNOWN_KEY, () -> revoked.add(TokenForge.KID));
  }

  /** Neither answered nor remembered, though it was good until something happened. */
  private void assertRefused(Reason expected, Runnable meanwhile) throws Exception {
    RawToken token = forge.good();
    try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
      Future<Reason> refused = callers.submit(() -> reason(waiting, token));
      assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
      meanwhile.run();
      release.countDown();
      assertThat(refused.get(10, TimeUnit.SECONDS)).isEqualTo(expected);
    }
    clock.set(NOW);
    revoked.clear();
    assertThat(waiting.cached(token)).isEmpty();
  }
}
