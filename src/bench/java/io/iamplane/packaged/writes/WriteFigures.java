package io.iamplane.packaged.writes;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Successes a second, their latencies in milliseconds, and the processor time of each.
 *
 * @param shed answers that refused because of load (429); they count in nothing else
 */
public record WriteFigures(
    double perSecond, double p50, double p99, ProcessorTimes each, int shed) {

  static WriteFigures of(long[] nanos, long took, ProcessorTimes used, int shed) {
    Arrays.sort(nanos);
    return new WriteFigures(
        nanos.length * 1e9 / took,
        millis(nanos, 0.5),
        millis(nanos, 0.99),
        used.each(nanos.length),
        shed);
  }

  private static double millis(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, index)] / 1e6;
  }

  /** The median of each figure by itself, and all that was shed. */
  static WriteFigures median(List<WriteFigures> rounds) {
    return new WriteFigures(
        middle(rounds, WriteFigures::perSecond),
        middle(rounds, WriteFigures::p50),
        middle(rounds, WriteFigures::p99),
        new ProcessorTimes(
            middle(rounds, round -> round.each().server()),
            middle(rounds, round -> round.each().database()),
            middle(rounds, round -> round.each().client())),
        rounds.stream().mapToInt(WriteFigures::shed).sum());
  }

  static double middle(List<WriteFigures> rounds, ToDoubleFunction<WriteFigures> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
