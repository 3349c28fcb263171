package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import io.iamplane.packaged.checks.CheckKind;
import io.iamplane.packaged.checks.CheckTarget;
import io.iamplane.packaged.load.HttpLoad;
import io.iamplane.packaged.tokens.TokenKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The native executable beside the jar, with its cache of classes and without: {@code ./mvnw verify
 * -Pbench -Dbench=program -Dprogram.executable=/elsewhere/iam}. {@code -Dprogram.rounds} (5) starts
 * and commands of each, in turn; then {@code -Dprogram.seconds} (10) of single checks, recorded in
 * the log, and of tokens on {@code -Dprogram.connections} (16), after as long without counting.
 * Each answer of a check is compared. {@code -Dprogram.options=-Xmn8m,-Xmn32m} adds a column for
 * each option of the executable. Asserts nothing about time.
 */
@Tag("program")
class ProgramBenchIT {

  private static final int ROUNDS = Integer.getInteger("program.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("program.connections", 16);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("program.seconds", 10));
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final int TOKENS = 1_000_000;
  private static final long CHECKS = 100_000;

  private static final List<String> JVM =
      List.of(
          "-XX:+UseParallelGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-Xmx512m",
          "-Xlog:disable");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("iam:audit:verify", "--json"),
          List.of("iam:audit:checkpoint"),
          List.of("--version"),
          List.of("--help"));

  private final Map<String, Launch> programs = new LinkedHashMap<>();

  /** Rows by name, each with its figures by program. */
  private final Map<String, Map<String, List<Double>>> rows = new LinkedHashMap<>();

  @TempDir Path folder;

  @Test
  void programs() throws Exception {
    Path release = Installation.in(folder.resolve("prefix"));
    Path jar = release.resolve("quarkus-run.jar");
    Path executable = Path.of(Objects.requireNonNull(System.getProperty("program.executable")));
    programs.put("executable", new Launch(executable, List.of("-Xmx512m")));
    for (String option : System.getProperty("program.options", "").split(",")) {
      if (!option.isEmpty()) {
        programs.put(
            "executable with " + option, new Launch(executable, List.of("-Xmx512m", option)));
      }
    }
    programs.put("jar with its cache", new Launch(jar, with(release.resolve("iam.aot"))));
    programs.put("jar", new Launch(jar, JVM));
    Map<String, String> environment =
        FreshDatabase.plainHttp(FreshDatabase.url(FreshDatabase.bootstrapped().name()));
    for (int round = 0; round < ROUNDS; round++) {
      for (Map.Entry<String, Launch> program : programs.entrySet()) {
        start(program.getKey(), program.getValue(), environment);
        for (List<String> command : COMMANDS) {
          command(program.getKey(), program.getValue(), environment, command);
        }
      }
    }
    for (Map.Entry<String, Launch> program : programs.entrySet()) {
      load(program.getKey(), program.getValue());
    }
    Path report = PackagedApp.TARGET.resolve("bench/program.md");
    Files.createDirectories(report.getParent());
    Files.writeString(report, report());
    System.out.println(report());
  }

  private static List<String> with(Path cache) {
    return Stream.concat(JVM.stream(), Stream.of("-XX:AOTCache=" + cache)).toList();
  }

  private void start(String name, Launch launch, Map<String, String> environment) {
    long begun = System.nanoTime();
    try (PackagedApp server = PackagedApp.start(launch, environment, "serve")) {
      await()
          .pollInterval(Duration.ofMillis(5))
          .atMost(PackagedApp.PATIENCE)
          .until(() -> server.status("/api/iam/v1/ready") == 200);
      add("start until `/ready` is 200, ms", name, (System.nanoTime() - begun) / 1e6);
      server.terminate();
    }
  }

  private void command(
      String name, Launch launch, Map<String, String> environment, List<String> command) {
    long begun = System.nanoTime();
    PackagedTenant.done(PackagedApp.run(launch, environment, command.toArray(String[]::new)));
    add(
        "`iam " + String.join(" ", command) + "`, ms", name, (System.nanoTime() - begun) / 1e6);
  }

  private void load(String name, Launch launch) throws IOException, InterruptedException {
    try (BenchServer server = BenchServer.start(launch.jar(), launch.options(), Map.of())) {
      Thread.sleep(IDLE);
      add("idle, MB", name, megabytes(server));
      OwnChecks checks = new OwnChecks(name, server);
      CheckTarget check = checks.targets().get(CheckKind.CHECK);
      await()
          .atMost(PackagedApp.PATIENCE)
          .untilAsserted(() -> HttpLoad.closed(name, check, 1, Duration.ofMillis(50)));
      double asked = 0;
      while (asked < CHECKS) {
        asked += HttpLoad.closed(name, check, CONNECTIONS, TIME).perSecond() * TIME.toSeconds();
      }
      add("after 100,000 checks or more, MB", name, megabytes(server));
      add("checks a second", name, HttpLoad.closed(name, check, CONNECTIONS, TIME).perSecond());
      checks.requireAllAllowed();
      OwnTokens tokens = new OwnTokens(name, server);
      var token = Objects.requireNonNull(tokens.target(TokenKind.SECRET, TOKENS));
      HttpLoad.closed(name, token, CONNECTIONS, TIME);
      add("tokens a second", name, HttpLoad.closed(name, token, CONNECTIONS, TIME).perSecond());
      add("after the tokens, MB", name, megabytes(server));
    }
  }

  private static double megabytes(BenchServer server) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + server.app().pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
        .findFirst()
        .orElseThrow();
  }

  private void add(String row, String program, double figure) {
    rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
        .computeIfAbsent(program, key -> new ArrayList<>())
        .add(figure);
  }

  private String report() {
    StringBuilder text = new StringBuilder("| | " + String.join(" | ", programs.keySet()) + " |\n");
    text.append("|---".repeat(programs.size() + 1)).append("|\n");
    rows.forEach((row, figures) -> {
      String cells =
          programs.keySet().stream()
              .map(program -> figures.get(program).stream().sorted().toList())
              .map(sorted -> "%,.0f".formatted(sorted.get(sorted.size() / 2)))
              .collect(Collectors.joining(" | "));
      text.append("| %s | %s |\n".formatted(row, cells));
    });
    return text.toString();
  }
}
