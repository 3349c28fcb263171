package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the verifier as a process, of its own or forked from an interpreter that has read it. Tests
 * are skipped where there is no Python.
 */
final class Python {

  static final Path SCRIPT = Path.of("docs/audit/verify_export.py").toAbsolutePath();
  private static final long SECONDS = 120;
  private static final boolean PRESENT = succeeds("--version");

  private static final boolean SIGNATURES =
      PRESENT && succeeds("-c", "from cryptography.hazmat.primitives.asymmetric import ed25519");

  record Run(int exit, List<Verdict> verdicts, String errors) {

    Verdict only() {
      assertThat(verdicts).as(errors).hasSize(1);
      return verdicts.getFirst();
    }
  }

  private Python() {}

  static void assumePresent() {
    assumeTrue(PRESENT, "python3 is not there");
  }

  static void assumeSignatures() {
    assumePresent();
    assumeTrue(SIGNATURES, "the Python package cryptography is not there");
  }

  static boolean checksSignatures() {
    return SIGNATURES;
  }

  static Run verify(List<String> arguments) {
    assumePresent();
    return run((output, errors) -> ForkingPython.verify(arguments, output, errors, SECONDS));
  }

  /** Runs the verifier in an interpreter of its own, with variables added to the environment. */
  static Run verify(List<String> arguments, Map<String, String> environment) {
    assumePresent();
    List<String> command = new ArrayList<>(List.of("python3", "-B", SCRIPT.toString()));
    command.addAll(arguments);
    return run(command, environment);
  }

  static Run run(List<String> command, Map<String, String> environment) {
    return run((output, errors) -> exit(command, environment, output, errors));
  }

  /** Runs something that writes to two files, and gives its exit code. */
  private interface Program {
    int run(Path output, Path errors) throws IOException;
  }

  private static Run run(Program program) {
    try {
      Path output = Files.createTempFile("verify", ".out");
      Path errors = Files.createTempFile("verify", ".err");
      try {
        int exit = program.run(output, errors);
        List<Verdict> verdicts = new ArrayList<>();
        for (String line : Files.readAllLines(output)) {
          if (line.startsWith("{")) {
            verdicts.add(new Verdict(Export.parse(line)));
          }
        }
        return new Run(exit, verdicts, Files.readString(errors));
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int exit(
      List<String> command, Map<String, String> environment, Path output, Path errors)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ended in time").isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean succeeds(String... arguments) {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    try {
      return run(command, Map.of()).exit() == 0;
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
