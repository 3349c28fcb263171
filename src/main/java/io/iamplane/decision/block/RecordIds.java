package io.iamplane.decision.block;

import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/** The ids of decisions as points in time: UUIDs of version 7 (RFC 9562, section 5.7). */
public final class RecordIds {

  /** In the order of the database, in which ids are unsigned. */
  public static final Comparator<UUID> ORDER =
      (one, other) -> {
        long most = one.getMostSignificantBits();
        long otherMost = other.getMostSignificantBits();
        return most == otherMost
            ? Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits())
            : Long.compareUnsigned(most, otherMost);
      };

  private static final int TIME_SHIFT = 16;
  private static final long MINUTE_MILLIS = 60_000;

  private RecordIds() {}

  private static long millis(UUID id) {
    return id.getMostSignificantBits() >>> TIME_SHIFT;
  }

  /** The minute of an id, in minutes since 1970. */
  public static long minute(UUID id) {
    return millis(id) / MINUTE_MILLIS;
  }

  /** The time of an id, to the millisecond. */
  public static Instant time(UUID id) {
    return Instant.ofEpochMilli(millis(id));
  }

  /** The smallest id of a minute. */
  public static UUID firstOf(long minute) {
    return new UUID((minute * MINUTE_MILLIS) << TIME_SHIFT, 0);
  }

  /** The smallest id of a moment. */
  public static UUID firstOf(Instant moment) {
    return new UUID(Math.max(0, moment.toEpochMilli()) << TIME_SHIFT, 0);
  }

  public static UUID after(UUID id) {
    long least = id.getLeastSignificantBits() + 1;
    long most = id.getMostSignificantBits();
    return new UUID(least == 0 ? most + 1 : most, least);
  }
}
