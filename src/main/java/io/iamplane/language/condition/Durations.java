package io.iamplane.language.condition;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations as CEL writes them: {@code 1h30m}, {@code -1.5s}, {@code 250ms}. */
final class Durations {

  /** Seconds of 10,000 years, the bound of CEL in both directions. */
  private static final long MAX_SECONDS = 315_576_000_000L;

  private static final int MAX_LENGTH = 64;
  private static final int MAX_WHOLE_DIGITS = 15;
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);

  private final String text;
  private int at;
  private Duration sum = Duration.ZERO;

  private Durations(String text) {
    this.text = text;
  }

  /** The duration, or null when the text is invalid or beyond 10,000 years. */
  public static @Nullable Duration parse(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    Durations reader = new Durations(signed ? text.substring(1) : text);
    if (text.length() > MAX_LENGTH || reader.text.isEmpty()) {
      return null;
    }
    while (reader.at < reader.text.length()) {
      if (!reader.part()) {
        return null;
      }
    }
    return inRange(text.startsWith("-") ? reader.sum.negated() : reader.sum);
  }

  /** The sum, or null beyond 10,000 years. */
  public static @Nullable Duration plus(Duration a, Duration b) {
    try {
      return inRange(a.plus(b));
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** The duration itself, or null beyond 10,000 years. */
  public static @Nullable Duration inRange(Duration duration) {
    return duration.abs().compareTo(Duration.ofSeconds(MAX_SECONDS)) <= 0 ? duration : null;
  }

  private boolean part() {
    int start = at;
    skipDigits();
    String whole = text.substring(start, at);
    String fraction = "";
    if (at < text.length() && text.charAt(at) == '.') {
      int from = ++at;
      skipDigits();
      fraction = text.substring(from, at);
    }
    long unit = unit();
    if (whole.length() + fraction.length() == 0 || whole.length() > MAX_WHOLE_DIGITS || unit == 0) {
      return false;
    }
    return add(new BigDecimal("0" + whole + "." + fraction + "0"), unit);
  }

  /** Adds number times unit; fractions of a nanosecond are dropped. */
  private boolean add(BigDecimal number, long unitNanos) {
    BigInteger[] seconds =
        number
            .multiply(BigDecimal.valueOf(unitNanos))
            .toBigInteger()
            .divideAndRemainder(NANOS_PER_SECOND);
    sum = sum.plusSeconds(seconds[0].longValueExact()).plusNanos(seconds[1].longValueExact());
    return inRange(sum) != null;
  }

  private void skipDigits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }

  /** The unit's nanoseconds; 0 when there is no unit. */
  private long unit() {
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return switch (text.substring(start, at)) {
      case "h" -> 3_600_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "s" -> 1_000_000_000L;
      case "ms" -> 1_000_000;
      case "us" -> 1_000;
      case "ns" -> 1;
      default -> 0;
    };
  }
}
