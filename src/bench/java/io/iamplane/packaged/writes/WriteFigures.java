package io.iamplane.packaged.writes;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Successes a second, their latencies in milliseconds, and the processor time of each.
 *
 * @param refused answers that were no success; they count in nothing else
 * @param refusal one of them
 */
public record WriteFigures(
    double perSecond, double p50, double p99, ProcessorTimes each, int refused, String refusal) {

  static WriteFigures of(
      long[] nanos, long took, ProcessorTimes used, int refused, String refusal) {
    Arrays.sort(nanos);
    return new WriteFigures(
        nanos.length * 1e9 / took,
        millis(nanos, 0.5),
        millis(nanos, 0.99),
        used.each(nanos.length),
        refused,
        refusal);
  }

  private static double millis(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, index)] / 1e6;
  }

  /** The median of each figure by itself, and every refusal. */
  static WriteFigures median(List<WriteFigures> rounds) {
    return new WriteFigures(
        middle(rounds, WriteFigures::perSecond),
        middle(rounds, WriteFigures::p50),
        middle(rounds, WriteFigures::p99),
        new ProcessorTimes(
            middle(rounds, round -> round.each().server()),
            middle(rounds, round -> round.each().database()),
            middle(rounds, round -> round.each().client())),
        rounds.stream().mapToInt(WriteFigures::refused).sum(),
        rounds.stream()
            .map(WriteFigures::refusal)
            .filter(refusal -> !refusal.isEmpty())
            .findFirst()
            .orElse(""));
  }

  static double middle(List<WriteFigures> rounds, ToDoubleFunction<WriteFigures> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
