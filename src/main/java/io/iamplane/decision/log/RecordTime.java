package io.iamplane.decision.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * Writes times as {@link Instant#toString} does. Most share their second with the one before, and
 * then only the digits behind the point change.
 */
final class RecordTime {

  private static final int DIGITS = 6;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int DECIMAL = 10;

  private byte[] text = {};
  private long second = Long.MIN_VALUE;

  /** The text of a time; it changes with the next. */
  byte[] of(Instant time) {
    int micros = time.getNano() / NANOS_PER_MICRO;
    if (time.getEpochSecond() != second
        || micros % NANOS_PER_MICRO == 0
        || time.getNano() % NANOS_PER_MICRO != 0) {
      return whole(time);
    }
    int at = text.length - 2;
    for (int i = 0; i < DIGITS; i++) {
      text[at - i] = (byte) ('0' + micros % DECIMAL);
      micros /= DECIMAL;
    }
    return text;
  }

  private byte[] whole(Instant time) {
    byte[] known = ascii(Instant.ofEpochSecond(time.getEpochSecond()));
    text = Arrays.copyOf(known, known.length + 1 + DIGITS);
    text[known.length - 1] = '.';
    text[text.length - 1] = 'Z';
    second = time.getEpochSecond();
    return ascii(time);
  }

  private static byte[] ascii(Instant time) {
    return time.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
