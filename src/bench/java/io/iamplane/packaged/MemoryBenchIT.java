package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.checks.CheckKind;
import io.iamplane.packaged.checks.CheckTarget;
import io.iamplane.packaged.load.HttpLoad;
import io.iamplane.packaged.load.LoadFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The memory of the packaged server, idle and under load: {@code ./mvnw verify -Pbench
 * -Dbench=memory}. {@code -Dmemory.options=-Xmx96m;-Xmx256m} are the options of
 * the JVM, one server for each; without any it has those of the machine. {@code -Dmemory.rate}
 * (20000) checks a second for {@code -Dmemory.seconds} (20), then batches of 100 as fast as they
 * are answered. Asserts nothing about memory; a wrong answer ends the run.
 */
@Tag("memory")
class MemoryBenchIT {

  private static final double RATE = Integer.getInteger("memory.rate", 20_000);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("memory.seconds", 20));
  private static final Duration PROBE = Duration.ofMillis(50);
  private static final int CHECKING = 64;
  private static final int BATCHING = 8;

  /** The launcher's, without a limit of the heap. */
  private static final String CHOSEN =
      "-XX:+UseParallelGC -XX:+UseCompactObjectHeaders -Xms16m -XX:GCTimeRatio=19"
          + " -XX:TrimNativeHeapInterval=5000";

  private static final List<String> OPTIONS =
      List.of(
          System.getProperty(
                  "memory.options",
                  " ;"
                      + CHOSEN
                      + " -XX:MaxRAMPercentage=50;"
                      + CHOSEN
                      + " -Xmx256m;"
                      + CHOSEN
                      + " -Xmx128m")
              .split(";"));

  private final List<String> rows = new ArrayList<>();

  @Test
  void memory() throws Exception {
    for (String options : OPTIONS) {
      List<String> each =
          Stream.of(options.split(" ")).filter(option -> !option.isEmpty()).toList();
      try (BenchServer server = BenchServer.start(PackagedApp.JAR, each, Map.of())) {
        rows.add("| `%s` | %s |".formatted(String.join(" ", each), measured(server, options)));
      }
    }
    String table =
        """
        | options | idle MB | checks a second | p50, p99 ms | MB | decisions a second in batches | p99 ms | answered 429 | MB | most MB |
        |---|---|---|---|---|---|---|---|---|---|
        """
            + String.join("\n", rows);
    Path folder = Files.createDirectories(PackagedApp.TARGET.resolve("bench"));
    Files.writeString(folder.resolve("memory.md"), table);
    System.out.println(table);
  }

  private static String measured(BenchServer server, String name) throws IOException {
    long idle = megabytes(server, "VmRSS");
    OwnChecks checks = new OwnChecks(name, server);
    CheckTarget check = checks.targets().get(CheckKind.CHECK);
    await()
        .atMost(PackagedApp.PATIENCE)
        .untilAsserted(() -> HttpLoad.closed(name, check, 1, PROBE));
    HttpLoad.open(name, check, CHECKING, RATE, TIME);
    LoadFigures checked = HttpLoad.open(name, check, CHECKING, RATE, TIME);
    long checking = megabytes(server, "VmRSS");
    CheckTarget batch = checks.targets().get(CheckKind.BATCH);
    LoadFigures batched = HttpLoad.closed(name, batch, BATCHING, TIME);
    checks.requireAllAllowed();
    return "%d | %,.0f | %.2f, %.2f | %d | %,.0f | %.2f | %,d | %d | %d"
        .formatted(
            idle,
            checked.perSecond(),
            checked.p50(),
            checked.p99(),
            checking,
            100 * batched.perSecond(),
            batched.p99(),
            batched.shed(),
            megabytes(server, "VmRSS"),
            megabytes(server, "VmHWM"));
  }

  private static long megabytes(BenchServer server, String name) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + server.app().pid() + "/status")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
        .findFirst()
        .orElseThrow();
  }
}
