package io.iamplane.development;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL whose data outlives the process and which itself does not, however the process ends.
 */
final class EmbeddedDatabase {

  private static final Duration STOP_WAIT = Duration.ofSeconds(20);
  private static final Duration START_WAIT = Duration.ofSeconds(60);

  private EmbeddedDatabase() {}

  /**
   * Starts the database over the data in {@code directory}, which is made when it is missing.
   *
   * @return its JDBC URL
   */
  static String start(Path directory) {
    Path data = directory.toAbsolutePath().normalize().resolve("postgres");
    try {
      Files.createDirectories(data.getParent());
      awaitEndOfPredecessor(data);
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
              .setServerConfig("synchronous_commit", "on")
              .setPGStartupWait(START_WAIT)
              .start();
      endWithThisProcess(data);
      return postgres.getJdbcUrl("postgres", "postgres");
    } catch (IOException e) {
      throw new UncheckedIOException("the development database did not start in " + data, e);
    }
  }

  /** A start right after a kill finds the old server still shutting down. */
  private static void awaitEndOfPredecessor(Path data) {
    server(data)
        .ifPresent(
            process -> process.onExit().orTimeout(STOP_WAIT.toSeconds(), TimeUnit.SECONDS).join());
  }

  /**
   * Starts a watcher whose standard input is a pipe from this process. The pipe closes when this
   * process ends, even when it is killed; the watcher then tells the server to shut down.
   */
  private static void endWithThisProcess(Path data) throws IOException {
    String pid =
        server(data)
            .map(process -> Long.toString(process.pid()))
            .orElseThrow(() -> new IOException("the server left no process id in " + data));
    // Interrupts from the terminal go to the whole group: the watcher must outlive them.
    String script = "trap '' INT TERM HUP; cat >/dev/null; kill -INT " + pid;
    new ProcessBuilder(List.of("/bin/sh", "-c", script))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The server that runs over {@code data}, told by the first line of its pid file. */
  private static Optional<ProcessHandle> server(Path data) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
          .filter(ProcessHandle::isAlive)
          .filter(EmbeddedDatabase::isPostgres);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A process id is used again by the system: a stale file may name somebody else's process. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.contains("postgres")).orElse(true);
  }
}
