package io.iamplane.shared;

import java.time.Instant;

/** Instants as microseconds since 1970, the precision of the store. */
public final class Micros {

  private static final long LAST_SECOND = Long.MAX_VALUE / 1_000_000;

  private Micros() {}

  /** Rounds down; a time beyond 290,000 years from 1970 becomes the nearest one. */
  public static long of(Instant instant) {
    long seconds = instant.getEpochSecond();
    if (seconds >= LAST_SECOND) {
      return Long.MAX_VALUE;
    }
    if (seconds <= -LAST_SECOND) {
      return Long.MIN_VALUE;
    }
    return seconds * 1_000_000 + instant.getNano() / 1_000;
  }
}
