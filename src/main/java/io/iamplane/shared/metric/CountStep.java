package io.iamplane.shared.metric;

import io.iamplane.shared.WireName;
import java.time.Duration;

/** The steps that counts are folded by, and for how long those of each are kept. */
public enum CountStep implements WireName {
  MINUTE(Duration.ofMinutes(1), Duration.ofDays(2)),
  HOUR(Duration.ofHours(1), Duration.ofDays(94)),
  DAY(Duration.ofDays(1), Duration.ofDays(3_650));

  private final Duration length;
  private final Duration kept;

  CountStep(Duration length, Duration kept) {
    this.length = length;
    this.kept = kept;
  }

  public Duration length() {
    return length;
  }

  public Duration kept() {
    return kept;
  }

  /** The longest step that an interval is whole steps of. */
  static CountStep of(Duration interval) {
    if (interval.compareTo(DAY.length) >= 0) {
      return DAY;
    }
    return interval.compareTo(HOUR.length) >= 0 ? HOUR : MINUTE;
  }
}
