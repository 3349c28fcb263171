package io.iamplane.packaged;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A primary and a standby that streams from it (PostgreSQL manual, "Log-Shipping Standby"). */
final class ReplicatedDatabase implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CAUGHT_UP =
      "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
          + " AND replay_lsn = pg_current_wal_lsn()";

  private final KillableDatabase primary;
  private final DatabaseLink stream;
  private final KillableDatabase standby;

  /**
   * Adds a standby to a database, which is stopped to be copied.
   *
   * @param folder for the standby's data
   */
  ReplicatedDatabase(KillableDatabase primary, Path folder) throws IOException {
    this.primary = primary;
    this.stream = new DatabaseLink(primary.port());
    primary.close();
    copy(primary.data(), folder);
    Files.writeString(folder.resolve("standby.signal"), "");
    Files.writeString(
        folder.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n".formatted(stream.port()),
        CREATE,
        APPEND);
    primary.restart();
    this.standby = new KillableDatabase(folder);
    awaitReplica();
  }

  KillableDatabase primary() {
    return primary;
  }

  KillableDatabase standby() {
    return standby;
  }

  /** The URL of both, with the primary as the target. */
  String urlOfBoth() {
    return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres"
            .formatted(primary.port(), standby.port())
        + "?sslmode=disable&targetServerType=primary&hostRecheckSeconds=1";
  }

  /** From now on a commit is answered when the standby has it. */
  void replicateSynchronously() throws Exception {
    primary.set("synchronous_standby_names", "'*'");
  }

  /** Waits until the standby has caught up with the primary. */
  void awaitReplica() {
    await().atMost(PATIENCE).until(() -> primary.number(CAUGHT_UP) == 1);
  }

  /** The standby gets nothing more. */
  void loseReplica() {
    stream.lose();
  }

  void killPrimary() {
    primary.kill();
  }

  /** Makes the standby the primary. */
  void promote() throws Exception {
    standby.number("SELECT pg_promote()::int");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    // PostgreSQL refuses a folder that others may read.
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
  }

  @Override
  public void close() throws IOException {
    for (AutoCloseable each : List.of(standby, primary, stream)) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
