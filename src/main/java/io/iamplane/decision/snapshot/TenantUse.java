package io.iamplane.decision.snapshot;

/**
 * How much a tenant is used: the ticks in which it was, each of which counts half as much after
 * some minutes. Written once a tick at most, so that a line of memory is not passed around for it,
 * and without a lock: of two threads in one tick either may count.
 */
final class TenantUse {

  /** Five minutes of the usual interval between looks at the database. */
  private static final double HALF_LIFE_TICKS = 1_200;

  private volatile long last;
  private double score;

  /** Notes that it is used. */
  void used(long tick) {
    if (last != tick) {
      score = score(tick) + 1;
      last = tick;
    }
  }

  /** Goes on where an earlier one ended. */
  void resume(TenantUse earlier) {
    score = earlier.score(earlier.last);
    last = earlier.last;
  }

  /** The tick of the last use. */
  long last() {
    return last;
  }

  /** What all uses count by now. */
  double score(long tick) {
    return score * Math.pow(2, (last - tick) / HALF_LIFE_TICKS);
  }
}
