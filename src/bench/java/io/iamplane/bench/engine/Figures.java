package io.iamplane.bench.engine;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * Figures of one benchmark, in nanoseconds and bytes for one operation.
 *
 * @param average without reading the clock in between, where it was measured so too
 */
public record Figures(double p50, double p99, double average, double bytes) {

  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** The figures of a benchmark class with those values of its parameters; empty: not measured. */
  public static Optional<Figures> of(
      Collection<RunResult> results, Class<?> benchmark, List<String> parameters) {
    List<RunResult> own =
        results.stream()
            .filter(each -> each.getParams().getBenchmark().startsWith(benchmark.getName() + "."))
            .filter(each -> parameters.equals(parameters(each)))
            .toList();
    return mode(own, Mode.SampleTime)
        .map(sample -> {
          RunResult average = mode(own, Mode.AverageTime).orElse(sample);
          Statistics times = sample.getPrimaryResult().getStatistics();
          return new Figures(
              times.getPercentile(50),
              times.getPercentile(99),
              average == sample ? times.getMean() : middle(average),
              allocation(average));
        });
  }

  /**
   * The median of the iterations, so that one disturbed by other work on the machine does not
   * count.
   */
  private static double middle(RunResult average) {
    return average.getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static List<String> parameters(RunResult result) {
    return result.getParams().getParamsKeys().stream().map(result.getParams()::getParam).toList();
  }

  private static Optional<RunResult> mode(List<RunResult> results, Mode mode) {
    return results.stream().filter(each -> each.getParams().getMode() == mode).findFirst();
  }

  private static double allocation(RunResult result) {
    Result<?> found = result.getSecondaryResults().get(ALLOCATION);
    return found == null ? Double.NaN : found.getScore();
  }

  /** Nanoseconds as a table shows them. */
  public static String time(double nanoseconds) {
    return nanoseconds < 1_000
        ? "%.0f ns".formatted(nanoseconds)
        : nanoseconds < 1_000_000
            ? "%s µs".formatted(threeDigits(nanoseconds / 1_000))
            : "%s ms".formatted(threeDigits(nanoseconds / 1_000_000));
  }

  /** A number without the digits that another run would not confirm. */
  static String threeDigits(double number) {
    return number < 10
        ? "%.2f".formatted(number)
        : number < 100 ? "%.1f".formatted(number) : "%,.0f".formatted(number);
  }
}
