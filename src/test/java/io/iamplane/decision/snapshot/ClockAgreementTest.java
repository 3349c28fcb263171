package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Five seconds between the clocks are borne, more are not. */
class ClockAgreementTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final SettableClock clock = new SettableClock(NOW);
  private final ClockAgreement agreement = new ClockAgreement(clock);

  @ParameterizedTest
  @ValueSource(longs = {-5_000, -1, 0, 1, 5_000})
  void aLittleIsBorne(long millis) {
    agreement.require(NOW, NOW.minusMillis(millis));

    assertThat(agreement.aheadSeconds()).isEqualTo(millis / 1_000.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, -5_001, 5_001, 3_600_000})
  void moreIsNot(long millis) {
    assertThatThrownBy(() -> agreement.require(NOW, NOW.minusMillis(millis)))
        .isInstanceOf(ClockAgreement.ClocksDifferException.class)
        .hasMessageContaining(
            "%.1f s %s the database's".formatted(Math.abs(millis) / 1_000.0, side(millis)));
    assertThat(agreement.aheadSeconds()).isEqualTo(millis / 1_000.0);
  }

  /** A slow answer is not a clock that differs. */
  @Test
  void theAnswerWasMadeAtSomeMomentOfItsWay() {
    clock.advance(Duration.ofSeconds(60));

    agreement.require(NOW, NOW.plusSeconds(30));
    assertThat(agreement.aheadSeconds()).isZero();
    agreement.require(NOW, NOW.plusSeconds(65));
    assertThat(agreement.aheadSeconds()).isEqualTo(-5);
  }

  /** The clock was set back while the question was under way. */
  @Test
  void aStepBackIsADifference() {
    clock.advance(Duration.ofSeconds(-30));

    assertThatThrownBy(() -> agreement.require(NOW, NOW)).hasMessageContaining("behind");
  }

  @Test
  void whoAgreesAgainDecidesAgain() {
    assertThatThrownBy(() -> agreement.require(NOW, NOW.plusSeconds(9)));

    assertThatNoException().isThrownBy(() -> agreement.require(NOW, NOW));
  }

  private static String side(long millis) {
    return millis < 0 ? "behind" : "ahead of";
  }
}
