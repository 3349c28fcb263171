package io.iamplane.webhook.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  private static RetrySchedule schedule(double drawn) {
    return new RetrySchedule(
        RetrySchedule.DEFAULT,
        new RandomGenerator() {
          @Override
          public long nextLong() {
            throw new UnsupportedOperationException();
          }

          @Override
          public double nextDouble() {
            return drawn;
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "1, PT5S",
    "2, PT5M",
    "3, PT30M",
    "4, PT2H",
    "5, PT5H",
    "6, PT10H",
    "7, PT14H",
    "8, PT20H",
    "9, PT24H"
  })
  void pausesGrowAndAreDrawnFromFourFifthsToSixFifths(int tries, Duration pause) {
    assertThat(schedule(0.5).after(tries, null)).contains(pause);
    assertThat(schedule(0).after(tries, null)).contains(pause.multipliedBy(4).dividedBy(5));
    assertThat(schedule(1).after(tries, null)).contains(pause.multipliedBy(6).dividedBy(5));
  }

  @Test
  void theTenthTryIsTheLast() {
    assertThat(schedule(0.5).after(10, null)).isEmpty();
    assertThat(schedule(0.5).after(10, Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void aLongerWishOfTheReceiverIsObeyedAShorterOneIsNot() {
    assertThat(schedule(0.5).after(1, Duration.ofMinutes(7))).contains(Duration.ofMinutes(7));
    assertThat(schedule(0.5).after(2, Duration.ofSeconds(1))).contains(Duration.ofMinutes(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "120|PT2M",
        " 7 |PT7S",
        "99999999999|PT24H",
        "Sat, 21 Nov 2026 10:05:00 GMT|PT5M",
        "Sat, 21 Nov 2037 10:05:00 GMT|PT24H"
      })
  void secondsAndDatesAreRead(String header, Duration asked) {
    assertThat(RetryAfter.parse(header, NOW)).isEqualTo(asked);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "0",
        "-5",
        "soon",
        "1.5",
        "9999999999999999999",
        "Sat, 21 Nov 2026 09:59:59 GMT",
        "2026-11-21T10:05:00Z"
      })
  void whatAsksForNothingIsPassedOver(String header) {
    assertThat(RetryAfter.parse(header, NOW)).isNull();
  }

  @Test
  void theScheduleAsksForTenTriesInAboutThreeDays() {
    Duration all = RetrySchedule.DEFAULT.stream().reduce(Duration.ZERO, Duration::plus);
    assertThat(all).isBetween(Duration.ofHours(72), Duration.ofHours(80));
    assertThat(List.copyOf(RetrySchedule.DEFAULT)).isSorted().hasSize(9);
  }
}
