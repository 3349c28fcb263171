package io.iamplane.packaged.load;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Figures of a measurement.
 *
 * @param perSecond successes a second
 * @param p50 latency in milliseconds, as p99 and p999
 * @param micros processor time of the server for each, in microseconds
 * @param shed answers that refused because of load (429); they count in nothing else
 */
public record LoadFigures(
    double perSecond, double p50, double p99, double p999, double micros, int shed) {

  static LoadFigures of(long[] nanos, long took, long used, int shed) {
    Arrays.sort(nanos);
    return new LoadFigures(
        nanos.length * 1e9 / took,
        millis(nanos, 0.5),
        millis(nanos, 0.99),
        millis(nanos, 0.999),
        (double) used / Math.max(1, nanos.length),
        shed);
  }

  private static double millis(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, index)] / 1e6;
  }

  /** The median of each figure by itself, and all that was shed. */
  public static LoadFigures median(List<LoadFigures> rounds) {
    return new LoadFigures(
        middle(rounds, LoadFigures::perSecond),
        middle(rounds, LoadFigures::p50),
        middle(rounds, LoadFigures::p99),
        middle(rounds, LoadFigures::p999),
        middle(rounds, LoadFigures::micros),
        rounds.stream().mapToInt(LoadFigures::shed).sum());
  }

  private static double middle(List<LoadFigures> rounds, ToDoubleFunction<LoadFigures> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
