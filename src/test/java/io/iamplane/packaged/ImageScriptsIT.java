package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the steps of the image's build with the image's scripts and the packaged application. */
@Tag("jvm")
class ImageScriptsIT {

  private static final Path SCRIPTS = Path.of("src/main/launcher").toAbsolutePath();

  private static final String MANIFEST =
      Path.of("docs/examples/warehouse.json").toAbsolutePath().toString();

  @TempDir Path folder;

  @Test
  @Tag("stress")
  void aCacheIsMadeWithoutADatabaseAndTheCommandUsesIt() throws Exception {
    Path app = copy(PackagedApp.TARGET.resolve("quarkus-app"), folder.resolve("iam"));
    Map<String, String> ports =
        Map.of(
            "AOT_PORT", Integer.toString(PackagedApp.freePort()),
            "AOT_MANAGEMENT_PORT", Integer.toString(PackagedApp.freePort()));

    run(ports, SCRIPTS.resolve("make-aot-cache").toString(), app.toString());

    assertThat(app.resolve("iam.aot")).isNotEmptyFile();
    assertThat(app.resolve("command.aot")).isNotEmptyFile();
    Map<String, String> home = Map.of("APP_HOME", app.toString());
    assertThat(run(home, SCRIPTS.resolve("iam").toString(), "--version")).startsWith("iam ");
    assertThat(runStrictly(app, "iam:manifest:validate", MANIFEST))
        .as("a command whose JVM insists on its cache")
        .isZero();
    assertThat(runStrictly(app, "iam:queue:work", "--queue=other"))
        .as("a worker, with the cache of servers")
        .isEqualTo(2);
  }

  @Test
  void aServiceThatDoesNotStartLeavesNoCache() throws Exception {
    Files.createDirectories(folder.resolve("empty"));

    Process process =
        start(Map.of(), SCRIPTS.resolve("make-aot-cache").toString(), folder + "/empty");

    assertThat(process.waitFor(PackagedApp.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("err"))).contains("did not start");
  }

  /** The exit code, with the script's own options; a JVM that cannot use its cache ends with 1. */
  private int runStrictly(Path app, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(SCRIPTS.resolve("iam").toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of("APP_HOME", app.toString(), "JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
    Process process = start(environment, command.toArray(String[]::new));
    assertThat(process.waitFor(PackagedApp.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String run(Map<String, String> environment, String... command) throws Exception {
    Process process = start(environment, command);
    try {
      assertThat(process.waitFor(2 * PackagedApp.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
      return Files.readString(folder.resolve("out"));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command))
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().putAll(environment);
    builder
        .environment()
        .put("PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
    return builder.start();
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}
