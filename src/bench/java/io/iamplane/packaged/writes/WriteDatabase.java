package io.iamplane.packaged.writes;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL for all servers, with its defaults: unlike in the tests, confirmed writes are on the
 * disk.
 */
public final class WriteDatabase implements AutoCloseable {

  /** For a server of each product at once. */
  public static final String MOST_CONNECTIONS = "300";

  private final int port;
  private final ProcessHandle process;
  private final Closeable server;
  private int others;

  /**
   * One that is there.
   *
   * @param server ends it
   */
  public WriteDatabase(int port, ProcessHandle process, Closeable server) {
    this.port = port;
    this.process = process;
    this.server = server;
  }

  /** The one that the tests bring along. */
  public static WriteDatabase start(Path data) throws IOException {
    EmbeddedPostgres started =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            // It is started with -F.
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("max_connections", MOST_CONNECTIONS)
            .start();
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    return new WriteDatabase(
        started.getPort(), ProcessHandle.of(Long.parseLong(pid)).orElseThrow(), started);
  }

  public ProcessHandle process() {
    return process;
  }

  /** Its version, as it says itself, such as {@code 15.14}. */
  public String version() throws SQLException {
    try (Connection connection = connect()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  /** Makes an empty database, and gives its address as Java has it. */
  public String create(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return address(name);
  }

  /** Makes one for a server of a name, and gives its address as other languages have it. */
  String createForOthers(String server) throws SQLException {
    others++;
    String name = server + "_" + others;
    execute("CREATE DATABASE " + name);
    return "postgres://postgres:postgres@127.0.0.1:%d/%s?sslmode=disable".formatted(port, name);
  }

  private String address(String name) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(port, name);
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(address("postgres"), "postgres", "postgres");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
