package io.iamplane.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures the engine of another build and of this one in turn: {@code ./mvnw test -Pbench
 * -Dbench=builds -Dskip.packaged=true -Dbuilds.before=/elsewhere/target}, after {@code ./mvnw
 * test-compile -Pbench} in that build. Other load on the machine in a round affects both.
 */
@Tag("bench")
@Tag("builds")
class EngineBuildsBenchTest {

  private static final Logger LOG = Logger.getLogger(EngineBuildsBenchTest.class);
  private static final String CLASS_PATH = "java.class.path";
  private static final String BEFORE = System.getProperty("builds.before", "");
  private static final int ROUNDS = Integer.getInteger("builds.rounds", 9);
  private static final List<String> WORKLOADS =
      List.of(
          System.getProperty("builds.workloads", "grants-330,conditions-38,groups-4,folders-4")
              .split(","));

  /** Both builds by workload: the least time of a decision in each round, in nanoseconds. */
  private final Map<String, List<double[]>> rounds = new LinkedHashMap<>();

  @Test
  void thisBuildIsMeasuredBesideAnother() throws IOException, RunnerException {
    assumeTrue(!BEFORE.isEmpty(), "no other build: name its folder by -Dbuilds.before");
    assertThat(Path.of(BEFORE, "test-classes"))
        .as("-Dbuilds.before has to be the folder 'target' of the other build")
        .isDirectory();
    Path directory = Files.createDirectories(Path.of("target", "bench"));
    String own = System.getProperty(CLASS_PATH);
    assertThat(of(own, BEFORE)).as("class path").isNotEqualTo(own);
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, Double> before = measured(of(own, BEFORE), directory);
      Map<String, Double> after = measured(own, directory);
      for (String each : WORKLOADS) {
        double[] both = {before.getOrDefault(each, 0.0), after.getOrDefault(each, 0.0)};
        rounds.computeIfAbsent(each, _ -> new ArrayList<>()).add(both);
      }
    }
    String text = text();
    Files.writeString(directory.resolve("builds.md"), text);
    LOG.infof("%n%s", text);
  }

  /** Processes of JMH get the class path of this one. */
  private static Map<String, Double> measured(String classPath, Path directory)
      throws RunnerException {
    String own = System.getProperty(CLASS_PATH);
    System.setProperty(CLASS_PATH, classPath);
    try {
      Measurement measurement = new Measurement(directory);
      measurement.averages(WORKLOADS);
      return measurement.results().stream()
          .collect(
              Collectors.toMap(
                  each -> each.getParams().getParam("workload"),
                  each -> each.getPrimaryResult().getStatistics().getMin()));
    } finally {
      System.setProperty(CLASS_PATH, own);
    }
  }

  /** The class path with the classes of another build. */
  private static String of(String classPath, String target) {
    return Stream.of(classPath.split(File.pathSeparator))
        .map(Path::of)
        .map(each ->
            each.getParent() != null && each.getParent().endsWith("target")
                ? Path.of(target).resolve(each.getFileName())
                : each)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String text() {
    StringBuilder text =
        new StringBuilder(
            "| workload | before: median, least | this: median, least | before / this: medians, mean (within 2 errors) |\n");
    text.append("|---|---|---|---|\n");
    rounds.forEach((workload, both) -> {
      double[] before = both.stream().mapToDouble(each -> each[0]).sorted().toArray();
      double[] after = both.stream().mapToDouble(each -> each[1]).sorted().toArray();
      double[] mean =
          mean(both.stream().mapToDouble(each -> Math.log(each[0] / each[1])).toArray());
      text.append(
          "| %s | %.0f, %.0f ns | %.0f, %.0f ns | %.2f, %.2f (%.2f to %.2f) |%n"
              .formatted(
                  workload,
                  middle(before),
                  before[0],
                  middle(after),
                  after[0],
                  middle(before) / middle(after),
                  Math.exp(mean[0]),
                  Math.exp(mean[0] - mean[1]),
                  Math.exp(mean[0] + mean[1])));
    });
    return text.toString();
  }

  /** The mean of logarithms, and twice its standard error, which one round does not tell. */
  private static double[] mean(double[] logarithms) {
    double mean = DoubleStream.of(logarithms).average().orElseThrow();
    double squares = DoubleStream.of(logarithms).map(each -> Math.pow(each - mean, 2)).sum();
    int count = logarithms.length;
    return new double[] {mean, 2 * Math.sqrt(squares / (count - 1) / count)};
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
