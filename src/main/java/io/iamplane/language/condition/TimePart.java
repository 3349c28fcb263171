package io.iamplane.language.condition;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of a timestamp, counted as CEL counts them, and of some a duration's total. */
enum TimePart {
  FULL_YEAR("getFullYear", LocalDateTime::getYear, null),
  /** 0 is January. */
  MONTH("getMonth", t -> t.getMonthValue() - 1, null),
  /** 1 is the first. */
  DATE("getDate", LocalDateTime::getDayOfMonth, null),
  /** 0 is the first. */
  DAY_OF_MONTH("getDayOfMonth", t -> t.getDayOfMonth() - 1, null),
  /** 0 is Sunday. */
  DAY_OF_WEEK("getDayOfWeek", t -> t.getDayOfWeek().getValue() % 7, null),
  /** 0 is the first of January. */
  DAY_OF_YEAR("getDayOfYear", t -> t.getDayOfYear() - 1, null),
  HOURS("getHours", LocalDateTime::getHour, Duration::toHours),
  MINUTES("getMinutes", LocalDateTime::getMinute, Duration::toMinutes),
  SECONDS("getSeconds", LocalDateTime::getSecond, Duration::toSeconds),
  MILLISECONDS("getMilliseconds", t -> t.get(ChronoField.MILLI_OF_SECOND), null);

  private final String method;
  private final ToLongFunction<LocalDateTime> ofTime;
  private final @Nullable ToLongFunction<Duration> ofDuration;

  TimePart(
      String method,
      ToLongFunction<LocalDateTime> ofTime,
      @Nullable ToLongFunction<Duration> ofDuration) {
    this.method = method;
    this.ofTime = ofTime;
    this.ofDuration = ofDuration;
  }

  String method() {
    return method;
  }

  long of(LocalDateTime time) {
    return ofTime.applyAsLong(time);
  }

  /** Null when a duration has no such part. */
  @Nullable Object of(Duration duration) {
    return ofDuration == null ? null : (Object) ofDuration.applyAsLong(duration);
  }

  boolean ofDurations() {
    return ofDuration != null;
  }

  static @Nullable TimePart named(String name) {
    return Arrays.stream(values()).filter(p -> p.method.equals(name)).findFirst().orElse(null);
  }

  static String names() {
    return Arrays.stream(values()).map(TimePart::method).collect(Collectors.joining(", "));
  }
}
