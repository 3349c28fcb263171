package io.iamplane.language.condition;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import org.jspecify.annotations.Nullable;

/** Timestamps by RFC 3339 and time zones, read without exceptions. */
final class Times {

  /** 0001-01-01T00:00:00Z, the least timestamp (as in CEL). */
  public static final Instant MIN = Instant.ofEpochSecond(-62_135_596_800L);

  /** 9999-12-31T23:59:59.999999999Z, the greatest timestamp (as in CEL). */
  public static final Instant MAX = Instant.ofEpochSecond(253_402_300_799L, 999_999_999L);

  private static final int SECONDS_PER_MINUTE = 60;
  private static final int MINUTES_PER_HOUR = 60;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int FRACTION_AT = 19;
  private static final int MAX_FRACTION_DIGITS = 9;

  private Times() {}

  public static boolean inRange(Instant instant) {
    return !instant.isBefore(MIN) && !instant.isAfter(MAX);
  }

  /**
   * Reads {@code 2026-07-01T09:30:00.5+02:00} (RFC 3339, section 5.6); null when it is invalid.
   * Leap seconds and more than nine digits of a fraction are not accepted.
   */
  public static @Nullable Instant timestamp(String text) {
    if (text.length() < FRACTION_AT + 1 || text.length() > FRACTION_AT + 16 || !punctuated(text)) {
      return null;
    }
    int fractionEnd = fractionEnd(text);
    long day = epochDay(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
    long second = secondOfDay(digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2));
    long offset = offsetSeconds(text, fractionEnd);
    if (fractionEnd < 0
        || day == Long.MIN_VALUE
        || second == Long.MIN_VALUE
        || offset == Long.MIN_VALUE) {
      return null;
    }
    Instant instant =
        Instant.ofEpochSecond(day * SECONDS_PER_DAY + second - offset, nanos(text, fractionEnd));
    return inRange(instant) ? instant : null;
  }

  private static boolean punctuated(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':';
  }

  /** The number that some digits make, or -1. */
  private static int digits(String text, int from, int count) {
    int number = 0;
    for (int i = from; i < from + count; i++) {
      int digit = i < text.length() ? text.charAt(i) - '0' : -1;
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private static long epochDay(int year, int month, int day) {
    boolean valid =
        year >= 0
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(year));
    return valid ? LocalDate.of(year, month, day).toEpochDay() : Long.MIN_VALUE;
  }

  private static long secondOfDay(int hour, int minute, int second) {
    boolean valid =
        hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
    return valid
        ? (hour * (long) MINUTES_PER_HOUR + minute) * SECONDS_PER_MINUTE + second
        : Long.MIN_VALUE;
  }

  /** The end of the fraction of a second, or -1 if it has no or too many digits. */
  private static int fractionEnd(String text) {
    if (text.charAt(FRACTION_AT) != '.') {
      return FRACTION_AT;
    }
    int end = FRACTION_AT + 1;
    while (digits(text, end, 1) >= 0) {
      end++;
    }
    int count = end - FRACTION_AT - 1;
    return count == 0 || count > MAX_FRACTION_DIGITS ? -1 : end;
  }

  private static int nanos(String text, int fractionEnd) {
    int nanos = 0;
    for (int i = 1; i <= MAX_FRACTION_DIGITS; i++) {
      int at = FRACTION_AT + i;
      nanos = nanos * 10 + (at < fractionEnd ? text.charAt(at) - '0' : 0);
    }
    return nanos;
  }

  private static long offsetSeconds(String text, int at) {
    if (at < 0 || at == text.length() - 1) {
      return at >= 0 && text.charAt(at) == 'Z' ? 0 : Long.MIN_VALUE;
    }
    boolean signed = at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    if (!signed || text.length() != at + 6 || text.charAt(at + 3) != ':') {
      return Long.MIN_VALUE;
    }
    long seconds = secondOfDay(digits(text, at + 1, 2), digits(text, at + 4, 2), 0);
    return seconds == Long.MIN_VALUE || text.charAt(at) == '+' ? seconds : -seconds;
  }

  /** Reads an IANA name or {@code +02:00}; null when it is invalid. */
  public static @Nullable ZoneId zone(String text) {
    if (text.length() == 6 && (text.charAt(0) == '+' || text.charAt(0) == '-')) {
      long seconds = text.charAt(3) == ':' ? offsetSeconds(text, 0) : Long.MIN_VALUE;
      int furthest = ZoneOffset.MAX.getTotalSeconds();
      return seconds >= -furthest && seconds <= furthest
          ? ZoneOffset.ofTotalSeconds((int) seconds)
          : null;
    }
    boolean plausible =
        !text.isEmpty() && text.length() <= 64 && Character.isLetter(text.charAt(0));
    try {
      return plausible ? ZoneId.of(text) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The sum, or null beyond the range of timestamps. */
  public static @Nullable Instant plus(Instant instant, Duration duration) {
    try {
      Instant sum = instant.plus(duration);
      return inRange(sum) ? sum : null;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }
}
