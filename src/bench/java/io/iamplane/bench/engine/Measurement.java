package io.iamplane.bench.engine;

import io.iamplane.bench.engine.workload.RelationShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs JMH, each benchmark in a process of its own, and keeps its results. */
final class Measurement {

  private static final TimeValue SECOND = TimeValue.seconds(1);
  private static final TimeValue TWO_SECONDS = TimeValue.seconds(2);
  private static final TimeValue SHORT = TimeValue.milliseconds(100);
  private static final int WARM_UPS = 2;
  private static final int ITERATIONS = 3;
  private static final int SHORT_ITERATIONS = 40;

  private final Path directory;
  private final List<RunResult> results = new ArrayList<>();

  /**
   * A measurement.
   *
   * @param directory where JMH's own account goes
   */
  Measurement(Path directory) {
    this.directory = directory;
  }

  /** One decision of an engine on each workload. */
  void decisions(String engine, List<String> workloads, Mode mode) throws RunnerException {
    run(
        engine + "-" + mode.shortLabel(),
        options(DecisionBench.class, mode)
            .param("engine", engine)
            .param("workload", workloads.toArray(String[]::new)),
        engine.equals(DecisionBench.OURS) ? TWO_SECONDS : SECOND);
  }

  /**
   * Measures many short times: other load on the machine makes some of them longer and none
   * shorter, so that the least says most about the code.
   */
  void averages(List<String> workloads) throws RunnerException {
    ChainedOptionsBuilder options =
        options(DecisionBench.class, Mode.AverageTime)
            .param("engine", DecisionBench.OURS)
            .param("workload", workloads.toArray(String[]::new))
            .warmupIterations(ITERATIONS)
            .warmupTime(SECOND)
            .measurementIterations(SHORT_ITERATIONS)
            .measurementTime(SHORT);
    run("builds", options);
  }

  void condition(Mode mode) throws RunnerException {
    run("condition-" + mode.shortLabel(), options(ConditionBench.class, mode), TWO_SECONDS);
  }

  void compilation() throws RunnerException {
    run("compilation", options(CompileBench.class, Mode.SampleTime), TWO_SECONDS);
  }

  /** One decision of each shape of relations. */
  void shapes() throws RunnerException {
    run(
        "relations",
        options(RelationShapeBench.class, Mode.SampleTime)
            .param(
                "shape",
                Arrays.stream(RelationShape.values()).map(Enum::name).toArray(String[]::new)),
        TWO_SECONDS);
  }

  void clock() throws RunnerException {
    run("clock", options(ClockBench.class, Mode.SampleTime), SECOND);
  }

  List<RunResult> results() {
    return results;
  }

  private static ChainedOptionsBuilder options(Class<?> benchmark, Mode mode) {
    return new OptionsBuilder()
        .include(Pattern.quote(benchmark.getName() + "."))
        .mode(mode)
        .forks(1)
        .jvmArgs("-Xms1g", "-Xmx1g", "--enable-native-access=ALL-UNNAMED")
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true);
  }

  private void run(String name, ChainedOptionsBuilder options, TimeValue time)
      throws RunnerException {
    run(
        name,
        options
            .warmupIterations(WARM_UPS)
            .warmupTime(time)
            .measurementIterations(ITERATIONS)
            .measurementTime(time));
  }

  private void run(String name, ChainedOptionsBuilder options) throws RunnerException {
    Path account = directory.resolve("engine-" + name + ".txt");
    Collection<RunResult> found = new Runner(options.output(account.toString()).build()).run();
    results.addAll(found);
  }
}
