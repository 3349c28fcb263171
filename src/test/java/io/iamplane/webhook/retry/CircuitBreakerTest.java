package io.iamplane.webhook.retry;

import static io.iamplane.webhook.retry.CircuitBreaker.State.CLOSED;
import static io.iamplane.webhook.retry.CircuitBreaker.State.HALF_OPEN;
import static io.iamplane.webhook.retry.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private static final long PAUSE = Duration.ofSeconds(10).toNanos();

  private final CircuitBreaker breaker = new CircuitBreaker(Duration.ofNanos(PAUSE));

  /** Near the end of the range, where a comparison of absolute times would go wrong. */
  private long now = Long.MAX_VALUE - PAUSE;

  @Test
  void lessThanHalfOfTheLastTwentyFailingLeavesItClosed() {
    for (int i = 0; i < 1_000; i++) {
      breaker.record(i % 20 >= 9, now);
    }
    assertThat(breaker.state()).isEqualTo(CLOSED);
    assertThat(breaker.admit(7, now)).isEqualTo(7);
  }

  @Test
  void halfOfTheLastTwentyFailingOpensIt() {
    fail(9);
    succeed(10);
    assertThat(breaker.state()).isEqualTo(CLOSED);
    fail(1);
    assertThat(breaker.state()).isEqualTo(OPEN);
    assertThat(breaker.admit(7, now)).isZero();
    now += PAUSE - 1;
    assertThat(breaker.admit(7, now)).isZero();
  }

  @Test
  void aFewFailuresOfFewTriesDoNot() {
    fail(CircuitBreaker.WINDOW - 1);
    assertThat(breaker.state()).isEqualTo(CLOSED);
  }

  @Test
  void oneTryGoesThroughAfterThePauseAndItsSuccessClosesIt() {
    fail(CircuitBreaker.WINDOW);
    now += PAUSE;
    assertThat(breaker.admit(7, now)).isEqualTo(1);
    assertThat(breaker.state()).isEqualTo(HALF_OPEN);
    assertThat(breaker.admit(7, now)).isZero();
    succeed(1);
    assertThat(breaker.admit(7, now)).isEqualTo(7);
    fail(CircuitBreaker.WINDOW - 1);
    assertThat(breaker.state()).isEqualTo(CLOSED);
  }

  @Test
  void eachFailedProbeDoublesThePauseUpToSixteenTimes() {
    fail(CircuitBreaker.WINDOW);
    long pause = PAUSE;
    for (int i = 0; i < 8; i++) {
      now += pause - 1;
      assertThat(breaker.admit(1, now)).isZero();
      now += 1;
      assertThat(breaker.admit(1, now)).isEqualTo(1);
      fail(1);
      pause = Math.min(pause * 2, PAUSE * 16);
    }
  }

  @Test
  void aProbeThatFoundNothingOrNeverCameBackIsTakenAgain() {
    fail(CircuitBreaker.WINDOW);
    now += PAUSE;
    assertThat(breaker.admit(1, now)).isEqualTo(1);
    breaker.unused();
    assertThat(breaker.admit(1, now)).isEqualTo(1);
    now += PAUSE * 2;
    assertThat(breaker.admit(1, now)).isEqualTo(1);
  }

  @Test
  void whatEndsAfterItOpenedDoesNotCloseIt() {
    fail(CircuitBreaker.WINDOW);
    succeed(50);
    assertThat(breaker.state()).isEqualTo(OPEN);
    assertThat(breaker.admit(0, now + PAUSE)).isZero();
    assertThat(breaker.state()).isEqualTo(OPEN);
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.record(false, now);
    }
  }

  private void succeed(int times) {
    for (int i = 0; i < times; i++) {
      breaker.record(true, now);
    }
  }
}
