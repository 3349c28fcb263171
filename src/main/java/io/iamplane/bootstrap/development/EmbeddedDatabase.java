package io.iamplane.bootstrap.development;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A PostgreSQL with data that outlives the process; the server itself ends with it. */
final class EmbeddedDatabase {

  private static final Duration STOP_WAIT = Duration.ofSeconds(20);
  private static final Duration START_WAIT = Duration.ofSeconds(60);

  private EmbeddedDatabase() {}

  /** Starts it over the data in a directory, which may be missing, and returns its JDBC URL. */
  static String start(Path directory) {
    Path data = directory.toAbsolutePath().normalize().resolve("postgres");
    try {
      Owner owner = new Owner(data.resolveSibling("owner"));
      Files.createDirectories(data.getParent());
      endPredecessor(data, owner);
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
              .setServerConfig("synchronous_commit", "on")
              .setPGStartupWait(START_WAIT)
              .start();
      owner.claim();
      endWithThisProcess(data);
      String url = postgres.getJdbcUrl("postgres", "postgres");
      // For the script iam, whose commands then reach the database of a running start.
      Files.writeString(directory.resolve("database-url"), url);
      return url;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the development database did not start in " + data + ": " + e.getMessage(), e);
    }
  }

  /**
   * A start right after a kill finds the old server still shutting down, or, when its watcher was
   * killed too. A server that another start uses is left alone.
   */
  private static void endPredecessor(Path data, Owner owner) throws IOException {
    Optional<ProcessHandle> predecessor = server(data);
    if (predecessor.isEmpty()) {
      return;
    }
    if (owner.isAnotherLivingProcess()) {
      throw new IOException("another development server is using it; stop that server first");
    }
    ProcessHandle process = predecessor.get();
    process.destroy();
    try {
      process.onExit().get(STOP_WAIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException(
          "its previous server, process " + process.pid() + ", did not stop in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Starts a watcher with a pipe from this process as standard input. The pipe closes when this
   * process ends, even when it is killed; the watcher then shuts the server down.
   */
  private static void endWithThisProcess(Path data) throws IOException {
    String pid =
        server(data)
            .map(process -> Long.toString(process.pid()))
            .orElseThrow(() -> new IOException("the server wrote no process id to " + data));
    // Signals often go to a whole process group: the watcher must outlive them.
    String watch = "trap '' INT TERM HUP; cat >/dev/null; kill -INT " + pid;
    String apart =
        "if command -v setsid >/dev/null; then exec setsid sh -c \"$0\"; else eval \"$0\"; fi";
    new ProcessBuilder(List.of("/bin/sh", "-c", apart, watch))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The server that runs over {@code data}, from the first line of its pid file. */
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

  /** A process id is used again by the system: a stale file may name an unrelated process. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.contains("postgres")).orElse(true);
  }

  /**
   * The owner of a database: a file with the process id of the last start and the start time of
   * that process, because the system uses an id again.
   */
  record Owner(Path file) {

    void claim() throws IOException {
      Files.writeString(file, text(ProcessHandle.current()));
    }

    /** Returns true if the process that last claimed it still runs and is not this one. */
    boolean isAnotherLivingProcess() throws IOException {
      if (!Files.exists(file)) {
        return false;
      }
      String claimed = Files.readString(file);
      return !claimed.equals(text(ProcessHandle.current()))
          && process(claimed).map(owner -> text(owner).equals(claimed)).orElse(false);
    }

    private static Optional<ProcessHandle> process(String claimed) {
      try {
        return ProcessHandle.of(Long.parseLong(claimed.substring(0, claimed.indexOf(' '))))
            .filter(ProcessHandle::isAlive);
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        return Optional.empty();
      }
    }

    private static String text(ProcessHandle process) {
      return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
    }
  }
}
