package io.iamplane.shared.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.IamException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A window is whole intervals, 200 at most, of which there are counts. */
class MetricsWindowTest {

  private static final Instant NOW = Instant.parse("2026-06-15T10:20:30.123Z");

  @ParameterizedTest
  @CsvSource({
    // the last hours by minutes and quarters, until these are no longer kept
    "PT1H, PT1M, 62",
    "PT3H, PT1M, 182",
    "PT4H, PT5M, 50",
    "PT24H, PT15M, 98",
    "PT48H, PT1H, 50",
    "P7D, PT1H, 170",
    "P20D, PT3H, 162",
    "P30D, PT6H, 122",
    "P92D, P1D, 93",
  })
  void theIntervalIsTheShortestThatFits(Duration asked, Duration interval, int most) {
    MetricsWindow window = MetricsWindow.of(NOW.minus(asked).toString(), NOW.toString(), NOW);

    assertThat(window.interval()).isEqualTo(interval);
    assertThat(window.points()).isBetween(most - 2, most);
  }

  @Test
  void theLastThirtyDaysAreUsual() {
    MetricsWindow window = MetricsWindow.of(null, null, NOW);

    assertThat(window.from()).isEqualTo("2026-05-16T06:00:00Z");
    assertThat(window.to()).isEqualTo("2026-06-15T12:00:00Z");
  }

  @Test
  void anHourLongAgoIsCountedByHours() {
    MetricsWindow window =
        MetricsWindow.of("2026-05-01T10:30:00Z", "2026-05-01T10:45:00+00:00", NOW);

    assertThat(window)
        .isEqualTo(
            new MetricsWindow(
                Instant.parse("2026-05-01T10:00:00Z"),
                Instant.parse("2026-05-01T11:00:00Z"),
                Duration.ofHours(1)));
  }

  @Test
  void anHourOfLastYearIsCountedByDays() {
    assertThat(MetricsWindow.of("2025-05-01T10:30:00Z", "2025-05-01T10:45:00Z", NOW).interval())
        .isEqualTo(Duration.ofDays(1));
  }

  @Test
  void everyWindowCoversWhatWasAskedForInWholeIntervals() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      Instant from = NOW.minusSeconds(random.nextLong(200L * 86_400)).plusNanos(random.nextInt());
      Instant to = from.plusSeconds(1 + random.nextLong(92L * 86_400 - 2));
      MetricsWindow window = MetricsWindow.of(from.toString(), to.toString(), NOW);

      long seconds = window.interval().toSeconds();
      assertThat(window.from()).isBeforeOrEqualTo(from).isAfter(from.minusSeconds(seconds));
      assertThat(window.to()).isAfterOrEqualTo(to).isBefore(to.plusSeconds(seconds));
      assertThat(window.from().getEpochSecond() % seconds).isZero();
      assertThat(window.to().getEpochSecond() % seconds).isZero();
      assertThat(window.points()).isBetween(1, 200);
      assertThat(seconds % window.step().length().toSeconds()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-06-01T00:00:00Z, 2026-06-01T00:00:00Z, to must be later than 'from'",
    "2026-06-02T00:00:00Z, 2026-06-01T00:00:00Z, to must be later than 'from'",
    "2026-01-01T00:00:00Z, 2026-06-01T00:00:00Z, from must be at most 92 days before 'to'",
    "yesterday, 2026-06-01T00:00:00Z, from must be a time such as 2026-01-31T12:00:00Z",
    "2026-06-01T00:00:00Z, 2026-06-01, to must be a time such as 2026-01-31T12:00:00Z",
  })
  void whatIsNoWindowIsRefusedByTheNameOfTheParameter(String from, String to, String fault) {
    String name = fault.substring(0, fault.indexOf(' '));
    assertThatThrownBy(() -> MetricsWindow.of(from, to, NOW))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal ->
                assertThat(refusal.errors().get(name))
                    .containsExactly(fault.substring(name.length() + 1)));
  }
}
