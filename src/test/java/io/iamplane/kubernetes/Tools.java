package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs that are used where a machine has them. */
final class Tools {

  private static final int SECONDS = 60;

  private Tools() {}

  static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, program))
        .anyMatch(Files::isExecutable);
  }

  /** Runs a program successfully; returns its output. */
  static String run(String... command) {
    try {
      Path err = Files.createTempFile("tool-", ".err");
      Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("%s ends", command[0]).isTrue();
      assertThat(process.exitValue())
          .as("%s: %s%s", List.of(command), Files.readString(err), out)
          .isZero();
      Files.delete(err);
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
