package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of a start, with the caches of an installation and without, and the memory of an idle
 * server: {@code ./mvnw verify -Pbench -Dbench=start}. {@code -Dstart.rounds} (7), with and without
 * in turn; {@code -Dstart.idle} (60) seconds. Asserts nothing about time.
 */
@Tag("start")
class StartBenchIT {

  private static final int ROUNDS = Integer.getInteger("start.rounds", 7);
  private static final Duration IDLE = Duration.ofSeconds(Integer.getInteger("start.idle", 60));

  private static final String MEMORY = "-XX:MaxRAMPercentage=50";

  /** A container of the manifests: two processors and 1 GiB. */
  private static final List<String> CONTAINER =
      List.of("-XX:ActiveProcessorCount=2", "-XX:MaxRAM=1g", "-XX:-UsePerfData", "-Xlog:disable");

  private static final List<String> SERVER = List.of("-XX:+UseParallelGC", MEMORY);
  private static final List<String> COMMAND = List.of("-XX:+UseSerialGC", MEMORY);

  /** Milliseconds by measured quantity, one for each round. */
  private final Map<String, List<Double>> measured = new LinkedHashMap<>();

  private final List<String> footprints = new ArrayList<>();

  @TempDir Path folder;

  private Path release;
  private Map<String, String> environment;

  @Test
  void starts() throws Exception {
    release = Installation.in(folder.resolve("prefix"));
    environment = FreshDatabase.plainHttp(FreshDatabase.url(FreshDatabase.bootstrapped().name()));
    for (int round = 0; round < ROUNDS; round++) {
      for (boolean cached : new boolean[] {round % 2 == 0, round % 2 != 0}) {
        server(cached);
        command(cached, "iam:audit:verify", "--json");
      }
      plain("--version");
      plain("--help");
    }
    idle();
    Path report = Path.of("target/bench/start.md");
    Files.createDirectories(report.getParent());
    Files.writeString(report, report());
    System.out.println(report());
  }

  private void server(boolean cached) {
    long begun = System.nanoTime();
    Launch launch = launch(SERVER, cached ? "iam.aot" : null);
    try (PackagedApp server = PackagedApp.start(launch, environment, "serve")) {
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(PackagedApp.PATIENCE)
          .until(() -> server.status("/api/iam/v1/ready") == 200);
      add("server, until `/ready` is 200", cached, begun);
      server.terminate();
    }
  }

  private void command(boolean cached, String... arguments) {
    Launch launch = launch(COMMAND, cached ? "command.aot" : null);
    long begun = System.nanoTime();
    PackagedTenant.done(PackagedApp.run(launch, environment, arguments));
    add("`iam " + String.join(" ", arguments) + "`", cached, begun);
  }

  /** An answer has no cache: as installed, and as a jar. */
  private void plain(String argument) throws Exception {
    List<List<String>> ways =
        List.of(
            List.of(release.resolve("bin/iam").toString(), argument),
            List.of(Installation.java(), "-jar", release + "/quarkus-run.jar", argument));
    for (List<String> way : ways) {
      long begun = System.nanoTime();
      Installation.run(folder, way);
      add("`iam " + argument + "`", way == ways.getFirst(), begun);
    }
  }

  private void idle() throws IOException, InterruptedException {
    for (boolean cached : new boolean[] {true, false}) {
      Launch launch = launch(SERVER, cached ? "iam.aot" : null);
      try (PackagedApp server = PackagedApp.start(launch, environment, "serve")) {
        await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
        Thread.sleep(IDLE);
        footprints.add(
            "| idle server, %s | %s |"
                .formatted(cached ? "with the cache" : "without", IdleMemory.of(server.pid())));
      }
    }
  }

  private Launch launch(List<String> options, String cache) {
    Stream<String> cached =
        cache == null ? Stream.of() : Stream.of("-XX:AOTCache=" + release.resolve(cache));
    return new Launch(
        release.resolve("quarkus-run.jar"),
        Stream.concat(Stream.concat(CONTAINER.stream(), options.stream()), cached).toList());
  }

  private void add(String what, boolean installed, long begun) {
    measured
        .computeIfAbsent(what + (installed ? "" : " without"), key -> new ArrayList<>())
        .add((System.nanoTime() - begun) / 1e6);
  }

  private String report() {
    StringBuilder text = new StringBuilder();
    text.append("| start | installed: p50 | slowest | jar alone: p50 | slowest | ratio |\n");
    text.append("|---|---|---|---|---|---|\n");
    measured.keySet().stream()
        .filter(key -> !key.endsWith(" without"))
        .forEach(key -> {
          List<Double> with = measured.get(key).stream().sorted().toList();
          List<Double> without = measured.get(key + " without").stream().sorted().toList();
          double median = with.get(with.size() / 2);
          double other = without.get(without.size() / 2);
          text.append(
              "| %s | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.2f |\n"
                  .formatted(
                      key, median, with.getLast(), other, without.getLast(), median / other));
        });
    text.append("\n| memory | ").append(IdleMemory.HEADING).append(" |\n");
    text.append("|---|---|---|---|---|---|---|---|\n");
    footprints.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }
}
