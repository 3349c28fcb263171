package io.iamplane.webhook.retry;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} (RFC 9110, section 10.2.3), in seconds or as a date. */
public final class RetryAfter {

  /** A receiver puts a delivery off for a day at most. */
  static final Duration LONGEST = Duration.ofHours(24);

  private RetryAfter() {}

  /** What it asks for, at most a day; null when it is absent, unreadable or past. */
  public static @Nullable Duration parse(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    String text = header.strip();
    Duration asked = text.matches("[0-9]{1,18}") ? seconds(text) : date(text, now);
    if (asked == null || asked.isNegative() || asked.isZero()) {
      return null;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }

  private static Duration seconds(String text) {
    return Duration.ofSeconds(Long.parseLong(text));
  }

  private static @Nullable Duration date(String text, Instant now) {
    try {
      return Duration.between(now, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeException e) {
      return null;
    }
  }
}
