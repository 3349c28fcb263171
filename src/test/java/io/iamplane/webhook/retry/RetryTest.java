package io.iamplane.webhook.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
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
        "Saturday, 21-Nov-26 10:05:00 GMT|PT5M",
        "Tuesday, 01-Dec-26 10:05:00 GMT|PT24H",
        "Saturday, 21-Nov-37 10:05:00 GMT|PT24H",
        "Sat Nov 21 10:05:00 2026|PT5M",
        "Tue Dec  1 10:05:00 2026|PT24H",
        "Sat, 21 Nov 2037 10:05:00 GMT|PT24H"
      })
  void secondsAndDatesAreRead(String header, Duration asked) {
    assertThat(RetryAfter.parse(header, NOW)).isEqualTo(asked);
  }

  /** RFC 9110, section 5.6.7: a date more than 50 years ahead belongs to the century before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2080-01-01T00:00:00Z|Tuesday, 02-Jan-80 00:00:00 GMT|PT24H",
        "2080-12-31T23:00:00Z|Wednesday, 01-Jan-81 00:00:00 GMT|PT1H",
        "2099-12-31T23:55:00Z|Friday, 01-Jan-00 00:00:00 GMT|PT5M",
        "2026-01-01T00:00:00Z|Friday, 01-Jan-77 00:00:00 GMT|-",
        "2026-01-01T00:00:00Z|Saturday, 01-Jan-77 00:00:00 GMT|-"
      },
      nullValues = "-")
  void aYearOfTwoDigitsIsTheNearOne(Instant now, String header, Duration asked) {
    assertThat(RetryAfter.parse(header, now)).isEqualTo(asked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
      })
  void everyMonthIsRead(String month) {
    List<String> months =
        List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    Instant now =
        LocalDateTime.of(2026, months.indexOf(month) + 1, 1, 0, 0).toInstant(ZoneOffset.UTC);
    String day = now.atOffset(ZoneOffset.UTC).getDayOfWeek().toString();
    String name = day.charAt(0) + day.substring(1).toLowerCase(Locale.ROOT);
    for (String header :
        List.of(
            "%s, 01-%s-26 01:00:00 GMT".formatted(name, month),
            "%s %s  1 01:00:00 2026".formatted(name.substring(0, 3), month),
            "%s, 01 %s 2026 01:00:00 GMT".formatted(name.substring(0, 3), month))) {
      assertThat(RetryAfter.parse(header, now)).as(header).isEqualTo(Duration.ofHours(1));
    }
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
        "Saturday, 21-Nov-26 09:59:59 GMT",
        "Saturday, 21-Nov-26 10:05:00",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 21-Nov-26 10:05:00 GMT",
        "Sat Nov 21 09:59:59 2026",
        "Sun Nov  6 08:49:37 1994",
        "Sat Nov 31 10:05:00 2026",
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
