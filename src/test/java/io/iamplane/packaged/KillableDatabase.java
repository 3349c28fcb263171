package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** A PostgreSQL that is killed with everything it runs, and started again over what it left. */
final class KillableDatabase implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path data;
  private final int port = PackagedApp.freePort();
  private EmbeddedPostgres postgres;

  KillableDatabase(Path data) {
    this.data = data;
    this.postgres = started();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable";
  }

  /** SIGKILL to the server and to each of its processes; then the recovery from its log. */
  void killAndRestart() {
    ProcessHandle server = server();
    Stream.concat(Stream.of(server), server.descendants().toList().stream())
        .forEach(ProcessHandle::destroyForcibly);
    server.onExit().join();
    closeQuietly();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> (postgres = started()) != null);
  }

  private EmbeddedPostgres started() {
    try {
      return EmbeddedPostgres.builder()
          .setDataDirectory(data)
          .setCleanDataDirectory(false)
          .setPort(port)
          // What was answered must be there after the kill.
          .setServerConfig("synchronous_commit", "on")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessHandle server() {
    try {
      String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
      return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void closeQuietly() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    closeQuietly();
  }
}
