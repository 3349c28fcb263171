package io.iamplane.chain;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as records hold them. */
public final class CanonicalTime {

  /** Always six digits of fraction, as PostgreSQL stores them, so that one time has one text. */
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private CanonicalTime() {}

  /** RFC 3339 in UTC, to the microsecond. */
  public static String text(Instant instant) {
    return MICROSECONDS.format(instant);
  }
}
