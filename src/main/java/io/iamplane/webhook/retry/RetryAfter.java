package io.iamplane.webhook.retry;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Retry-After} (RFC 9110, section 10.2.3), in seconds or as a date in any of the
 * three forms that a recipient has to accept (section 5.6.7).
 */
public final class RetryAfter {

  /** A receiver puts a delivery off for a day at most. */
  static final Duration LONGEST = Duration.ofHours(24);

  /** The format of C's asctime, with a one-digit day after two spaces; in UTC. */
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);

  /** A year of two digits is never read as more than this far ahead. */
  private static final int YEARS_AHEAD = 50;

  private RetryAfter() {}

  /** Returns the requested pause, at most a day; null if absent, malformed or past. */
  public static @Nullable Duration parse(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    String text = header.strip();
    Duration asked =
        text.matches("[0-9]{1,18}") ? Duration.ofSeconds(Long.parseLong(text)) : date(text, now);
    if (asked == null || asked.isNegative() || asked.isZero()) {
      return null;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }

  private static @Nullable Duration date(String text, Instant now) {
    try {
      return Duration.between(now, moment(text, now));
    } catch (DateTimeException e) {
      return null;
    }
  }

  /**
   * The day's name shows the form: three letters and a comma, all of it and a comma, or no comma.
   */
  private static Instant moment(String text, Instant now) {
    if (!text.contains(",")) {
      return LocalDateTime.parse(text, ASCTIME).toInstant(ZoneOffset.UTC);
    }
    return text.indexOf(',') == 3
        ? Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text))
        : LocalDateTime.parse(text, rfc850(now)).toInstant(ZoneOffset.UTC);
  }

  /** For {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static DateTimeFormatter rfc850(Instant now) {
    LocalDate earliest = LocalDate.ofInstant(now, ZoneOffset.UTC).minusYears(YEARS_AHEAD);
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH);
  }
}
