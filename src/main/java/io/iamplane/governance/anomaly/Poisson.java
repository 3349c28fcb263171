package io.iamplane.governance.anomaly;

/** Counts of events that come by themselves, each of them seldom. */
final class Poisson {

  private static final int MOST_TERMS = 500;
  private static final double MOST = 30;

  private Poisson() {}

  /**
   * Returns the improbability of at least this count: the negative decimal logarithm of the upper
   * tail, at most 30. The mean is more than 0.
   */
  static double surprise(int count, double mean) {
    if (count <= mean) {
      return 0;
    }
    double term = -mean + count * Math.log(mean) - logFactorial(count);
    double sum = 1;
    double ratio = 1;
    for (int i = 1; i < MOST_TERMS && ratio > 1e-12; i++) {
      ratio *= mean / (count + i);
      sum += ratio;
    }
    return Math.clamp(-(term + Math.log(sum)) / Math.log(10), 0, MOST);
  }

  /** Stirling's series, to five digits and more from 1 on. */
  private static double logFactorial(int n) {
    if (n < 2) {
      return 0;
    }
    double x = n + 1.0;
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x);
  }
}
