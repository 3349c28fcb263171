package io.iamplane.anomaly;

/**
 * How many signals of a day become alerts, so that rare is not the same as alarming. The last ones
 * of a day's budget are kept for what is most unlikely.
 */
public final class AlertBudget {

  private static final long DAY = 86_400;
  private static final double STRONG = 12;

  private final int most;
  private final int taken;
  private long day = Long.MIN_VALUE;
  private int spent;

  /**
   * A budget.
   *
   * @param most alerts of a day, in UTC
   */
  public AlertBudget(int most) {
    this(most, 0);
  }

  /**
   * The budget of one day.
   *
   * @param taken how many of its signals are alerts already
   */
  AlertBudget(int most, int taken) {
    this.most = most;
    this.taken = taken;
  }

  /** Whether a signal is an alert. */
  public boolean take(Signal signal) {
    long present = Math.floorDiv(signal.at().getEpochSecond(), DAY);
    if (present != day) {
      day = present;
      spent = taken;
    }
    boolean kept = spent >= most - most / 3 && signal.score() < STRONG;
    if (spent >= most || kept) {
      return false;
    }
    spent++;
    return true;
  }
}
