package io.iamplane.packaged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests over HTTP to the packaged application: {@code ./mvnw verify -Pbench -Dbench=http}.
 * Several builds are compared in turn, in the same run, so that other load on the machine affects
 * all of them: {@code -Dhttp.jars=before=/somewhere/quarkus-app/quarkus-run.jar,after=target/…}.
 * Each has a database of its own. {@code -Dhttp.rounds} (7), {@code -Dhttp.seconds} (4) of each
 * measurement and {@code -Dhttp.connections} (2); {@code -Dhttp.operations=CHECK,BATCH} measures
 * some operations alone. {@code -Dhttp.options} are further options of the measured JVM. Asserts
 * nothing about time; a wrong answer ends the run.
 */
@Tag("http")
class HttpBenchIT {

  private static final int ROUNDS = Integer.getInteger("http.rounds", 7);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("http.seconds", 4));
  private static final List<String> OPTIONS =
      Stream.concat(
              Stream.of("-Xmx1g", "-Xlog:disable"),
              Pattern.compile(" ").splitAsStream(System.getProperty("http.options", "")))
          .filter(option -> !option.isEmpty())
          .toList();

  private static final List<HttpOperation> OPERATIONS =
      Arrays.stream(HttpOperation.values())
          .filter(operation ->
              List.of(System.getProperty("http.operations", operation.name()).split(","))
                  .contains(operation.name()))
          .toList();

  /** Figures of a build and an operation, one for each round. */
  private final Map<HttpOperation, Map<String, List<HttpFigures>>> measured = new LinkedHashMap<>();

  @Test
  void requests() throws Exception {
    Map<String, HttpSubject> subjects = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, Path> build : BenchServer.builds("http.jars").entrySet()) {
        subjects.put(
            build.getKey(),
            new HttpSubject(
                build.getKey(), BenchServer.start(build.getValue(), OPTIONS, Map.of())));
      }
      measure(subjects, false);
      for (int round = 0; round < ROUNDS; round++) {
        measure(subjects, true);
      }
      subjects.values().forEach(HttpSubject::requireAllAllowed);
    } finally {
      subjects.values().forEach(HttpSubject::close);
    }
    report(new ArrayList<>(subjects.keySet()));
  }

  /** Each operation of each build in turn; the first round warms up. */
  private void measure(Map<String, HttpSubject> subjects, boolean kept) throws Exception {
    for (HttpOperation operation : OPERATIONS) {
      for (Map.Entry<String, HttpSubject> subject : subjects.entrySet()) {
        HttpFigures figures = subject.getValue().measure(operation, TIME);
        if (kept) {
          measured
              .computeIfAbsent(operation, _ -> new LinkedHashMap<>())
              .computeIfAbsent(subject.getKey(), _ -> new ArrayList<>())
              .add(figures);
        }
      }
    }
  }

  private void report(List<String> builds) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("Medians of %d rounds of %d s%n%n".formatted(ROUNDS, TIME.toSeconds()));
    text.append("| operation | build | p50 ms | p99 ms | requests/s | times the first |\n");
    text.append("|---|---|---|---|---|---|\n");
    measured.forEach((operation, figures) -> {
      double first = HttpFigures.median(figures.get(builds.getFirst())).perSecond();
      builds.forEach(build -> {
        HttpFigures median = HttpFigures.median(figures.get(build));
        text.append(
            "| %s | %s | %.2f | %.2f | %,.0f | %.3f |%n"
                .formatted(
                    operation.title(),
                    build,
                    median.p50(),
                    median.p99(),
                    median.perSecond(),
                    median.perSecond() / first));
      });
    });
    Path file = PackagedApp.TARGET.resolve("bench/http.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    System.out.println(text);
  }

  /** Latencies in milliseconds and how many requests were answered in a second. */
  record HttpFigures(double p50, double p99, double perSecond) {

    static HttpFigures of(long[] nanos, Duration time) {
      Arrays.sort(nanos);
      return new HttpFigures(
          nanos[nanos.length / 2] / 1e6,
          nanos[Math.min(nanos.length - 1, (int) Math.ceil(nanos.length * 0.99))] / 1e6,
          nanos.length * 1e9 / time.toNanos());
    }

    /** The median of each figure by itself. */
    static HttpFigures median(List<HttpFigures> rounds) {
      return new HttpFigures(
          middle(rounds.stream().mapToDouble(HttpFigures::p50).sorted().toArray()),
          middle(rounds.stream().mapToDouble(HttpFigures::p99).sorted().toArray()),
          middle(rounds.stream().mapToDouble(HttpFigures::perSecond).sorted().toArray()));
    }

    private static double middle(double[] sorted) {
      return sorted[sorted.length / 2];
    }
  }
}
