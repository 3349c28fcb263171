package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL that is killed with all its processes, and restarted on its files. */
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
    return url(port);
  }

  /** The URL of such a database on a port of this machine. */
  static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable";
  }

  int port() {
    return port;
  }

  /** The directory of its files. */
  Path data() {
    return data;
  }

  /** SIGKILL to the server and to each of its processes; then the recovery from its log. */
  void killAndRestart() {
    kill();
    restart();
  }

  /** SIGKILL to the server and to each of its processes. */
  void kill() {
    ProcessHandle server = server();
    processes().forEach(ProcessHandle::destroyForcibly);
    server.onExit().join();
    closeQuietly();
  }

  /** Restarts after a kill; returns once it has recovered from its log. */
  void restart() {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> (postgres = started()) != null);
  }

  /** SIGSTOP to each process: connections stay open, and nothing answers. */
  void freeze() {
    processes().forEach(process -> signal("-STOP", process));
  }

  /** SIGCONT to each process. */
  void thaw() {
    processes().forEach(process -> signal("-CONT", process));
  }

  /** Changes a setting of the running server, in all of its sessions. */
  void set(String name, String value) throws SQLException {
    execute("ALTER SYSTEM SET " + name + " = " + value);
    execute("SELECT pg_reload_conf()");
  }

  /** Runs a statement as the database's owner. */
  void execute(String sql) throws SQLException {
    try (Connection owner = DriverManager.getConnection(url(), "postgres", "postgres");
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The number that a query finds. */
  long number(String query) throws SQLException {
    try (Connection owner = DriverManager.getConnection(url(), "postgres", "postgres");
        Statement statement = owner.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private List<ProcessHandle> processes() {
    ProcessHandle server = server();
    return Stream.concat(Stream.of(server), server.descendants()).toList();
  }

  private static void signal(String signal, ProcessHandle process) {
    try {
      new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
