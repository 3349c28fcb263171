package io.iamplane.decision.snapshot;

/**
 * The use of a tenant: a sum over ticks with at least one use, which halves every few minutes.
 * Written at most once a tick, so that processors do not contend for the cache line, and without a
 * lock: of two threads in one tick either may count.
 */
final class TenantUse {

  /** Five minutes of the usual interval between looks at the database. */
  private static final double HALF_LIFE_TICKS = 1_200;

  private volatile long last;
  private double score;

  void used(long tick) {
    if (last != tick) {
      score = score(tick) + 1;
      last = tick;
    }
  }

  /** Continues an earlier use. */
  void resume(TenantUse earlier) {
    score = earlier.score(earlier.last);
    last = earlier.last;
  }

  long last() {
    return last;
  }

  /** Returns the decayed sum of uses. */
  double score(long tick) {
    return score * Math.pow(2, (last - tick) / HALF_LIFE_TICKS);
  }
}
