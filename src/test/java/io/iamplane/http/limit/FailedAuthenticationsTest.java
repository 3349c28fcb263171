package io.iamplane.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedAuthenticationsTest {

  private static final String GATEWAY = "192.0.2.1";
  private static final long MINUTE = 60_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();
  private final FailedAuthentications failures =
      new FailedAuthentications(new RateLimits(new FixedLimits(1, 12, 1, 1, 3), nanos::get));

  @Test
  void anAddressIsOverItsLimitUntilItRefills() {
    exhaust();
    assertThat(failures.isOver(GATEWAY)).isTrue();
    assertThat(failures.isOver("192.0.2.2")).isFalse();
    nanos.addAndGet(MINUTE);
    assertThat(failures.isOver(GATEWAY)).isFalse();
  }

  @Test
  void whatProvedValidIsNoFailure() {
    for (int i = 0; i < 100; i++) {
      assertThat(failures.count(GATEWAY)).isTrue();
      failures.forgive(GATEWAY);
    }
    assertThat(failures.isOver(GATEWAY)).isFalse();
  }

  @Test
  void beyondTheLimitAFewSignaturesAreVerified() {
    takeShares();
    assertThatThrownBy(() -> failures.takeShare("other", GATEWAY))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
              assertThat(e.members().get("retry_after")).isEqualTo("1");
            });
    failures.takeShare("other", "192.0.2.2");
  }

  /** Names are free to make up: each that proved nothing shares with all others. */
  @Test
  void madeUpNamesDoNotUseUpTheShareOfAClientThatIsKnown() {
    failures.proved("client_a");
    takeShares();
    assertThatThrownBy(() -> failures.takeShare("other", GATEWAY)).isInstanceOf(IamException.class);
    failures.takeShare("client_a", GATEWAY);
  }

  @Test
  void aRightSignatureTakesNothing() {
    failures.proved("client_a");
    for (int i = 0; i < 100; i++) {
      failures.takeShare("client_a", GATEWAY);
      failures.returnShare("client_a", GATEWAY);
    }
  }

  /** A client known by the time of its success returns its part of the share of all others. */
  @Test
  void aClientThatBecomesKnownMeanwhileReturnsWhatItTook() {
    for (int i = 0; i < 100; i++) {
      String client = "client_" + i;
      failures.takeShare(client, GATEWAY);
      failures.returnShare(client, GATEWAY);
      failures.proved(client);
    }
    failures.takeShare("another", GATEWAY);
  }

  private void takeShares() {
    for (int i = 0; i < RateLimits.UNPROVEN_LIMIT; i++) {
      failures.takeShare("x" + i, GATEWAY);
    }
  }

  private void exhaust() {
    while (failures.count(GATEWAY)) {
      // until none is left
    }
  }
}
