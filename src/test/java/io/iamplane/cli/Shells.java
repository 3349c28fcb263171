package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of the machine, where they are there. */
final class Shells {

  private Shells() {}

  record Ran(int exitCode, String out, String err) {}

  static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  static Ran run(Path folder, Stream<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "ran", ".out");
    Path err = Files.createTempFile(folder, "ran", ".err");
    Process process =
        new ProcessBuilder(command.toList())
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as("it ends").isTrue();
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
