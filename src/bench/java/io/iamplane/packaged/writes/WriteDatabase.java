package io.iamplane.packaged.writes;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL for all servers, with its defaults: what it confirmed is on the disk, other than in
 * the tests.
 */
public final class WriteDatabase implements AutoCloseable {

  private final EmbeddedPostgres postgres;
  private final ProcessHandle process;

  private WriteDatabase(EmbeddedPostgres postgres, ProcessHandle process) {
    this.postgres = postgres;
    this.process = process;
  }

  public static WriteDatabase start(Path data) throws IOException {
    EmbeddedPostgres started =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("max_connections", "300")
            .start();
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    return new WriteDatabase(started, ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
  }

  public ProcessHandle process() {
    return process;
  }

  /** Makes an empty database, and gives its address as Java has it. */
  public String create(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(postgres.getPort(), name);
  }

  /** The same as other languages have it. */
  String createForOthers(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return "postgres://postgres:postgres@127.0.0.1:%d/%s?sslmode=disable"
        .formatted(postgres.getPort(), name);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
