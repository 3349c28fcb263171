package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bench.engine.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Measures the cost of spans: {@code ./mvnw test -Pbench -Dbench=tracing}. */
@Tag("bench")
@Tag("tracing")
class TracerBenchTest {

  private static final Logger LOG = Logger.getLogger(TracerBenchTest.class);
  private static final Path DIRECTORY = Path.of("target", "bench");

  /** JMH divides all that its process allocates by its operations: some bytes are its own. */
  private static final double NOTHING = 0.01;

  @Test
  void nothingIsAllocatedBehindTheNullTracer() throws IOException, RunnerException {
    Files.createDirectories(DIRECTORY);
    List<RunResult> results = new ArrayList<>(run(Mode.SampleTime));
    results.addAll(run(Mode.AverageTime));
    StringBuilder text =
        new StringBuilder("| driver | p50 | p99 | average | B/op |\n|---|---|---|---|---|\n");
    for (String driver :
        List.of(
            TracerBench.NOTHING,
            TracerBench.NULL,
            TracerBench.LOG,
            TracerBench.UNSAMPLED,
            TracerBench.SAMPLED)) {
      Figures figures = Figures.of(results, TracerBench.class, List.of(driver)).orElseThrow();
      text.append(
          "| %s | %s | %s | %s | %,.3f |%n"
              .formatted(
                  driver,
                  Figures.time(figures.p50()),
                  Figures.time(figures.p99()),
                  Figures.time(figures.average()),
                  figures.bytes()));
      if (driver.equals(TracerBench.NULL)) {
        assertThat(figures.bytes()).as("bytes for the spans of a check").isLessThan(NOTHING);
      }
    }
    Files.writeString(DIRECTORY.resolve("tracing.md"), text);
    LOG.infof("%n%s", text);
  }

  private static Collection<RunResult> run(Mode mode) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(Pattern.quote(TracerBench.class.getName() + "."))
                .mode(mode)
                .forks(1)
                .jvmArgs("-Xms1g", "-Xmx1g")
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .output(DIRECTORY.resolve("tracing-" + mode + ".txt").toString())
                .build())
        .run();
  }
}
