package io.iamplane.packaged;

import io.iamplane.packaged.writes.Keycloak;
import io.iamplane.packaged.writes.OpenFga;
import io.iamplane.packaged.writes.SpiceDb;
import io.iamplane.packaged.writes.WriteDatabase;
import io.iamplane.packaged.writes.WriteFigures;
import io.iamplane.packaged.writes.WriteKind;
import io.iamplane.packaged.writes.WriteLoad;
import io.iamplane.packaged.writes.WriteLoad.Shape;
import io.iamplane.packaged.writes.WriteReport;
import io.iamplane.packaged.writes.WriteServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writes over HTTP, beside other products where they are found, each with a database of its own on
 * one PostgreSQL: {@code ./mvnw verify -Pbench -Dbench=writes -Dwrites.openfga=/elsewhere/openfga
 * -Dwrites.spicedb=/elsewhere/spicedb -Dwrites.keycloak=/elsewhere/keycloak-26}. Several builds of
 * ours are compared by {@code -Dwrites.jars=before=/elsewhere/quarkus-run.jar,after=target/…}.
 * {@code -Dwrites.seconds} (3) of each measurement, {@code -Dwrites.rounds} (5) of them after
 * {@code -Dwrites.warm} (2). {@code -Dwrites.kinds=GRANT,RELATION} measures these alone, {@code
 * -Dwrites.collector=G1} another collector than that of {@code iam serve}. {@code
 * -Dwrites.postgres=installed} has the PostgreSQL of this machine in the place of the one that the
 * tests bring along. All are measured in turn in each round, the other way around in every second
 * one, by the same client. Asserts nothing about time.
 */
@Tag("writes")
class WritesBenchIT {

  private static final int WARM = Integer.getInteger("writes.warm", 2);
  private static final int ROUNDS = Integer.getInteger("writes.rounds", 5);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("writes.seconds", 3));
  private static final List<WriteKind> KINDS =
      Stream.of(System.getProperty("writes.kinds", "USER,GRANT,RELATION").split(","))
          .map(WriteKind::valueOf)
          .toList();
  private static final List<Shape> SHAPES =
      List.of(
          new Shape(1, 1),
          new Shape(1, 2),
          new Shape(1, 16),
          new Shape(16, 16),
          new Shape(16, 16 * 16));

  private final Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();
  private final WriteReport report = new WriteReport();

  /** Starts one product from where it is. */
  private interface Peer {
    WriteServer start(Path from, WriteDatabase database) throws Exception;
  }

  @Test
  void writes() throws Exception {
    // A run that is ended from outside ends what it started, too.
    Thread end = new Thread(this::close);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      Path folder = Files.createDirectories(PackagedApp.TARGET.resolve("bench"));
      WriteDatabase database =
          kept(
              BenchDatabase.start("writes.postgres", Files.createTempDirectory(folder, "writes-")));
      report.remark("PostgreSQL " + database.version());
      List<WriteServer> servers = servers(database);
      report.remark("Medians of %d rounds of %d s".formatted(ROUNDS, TIME.toSeconds()));
      try {
        measure(servers, new WriteLoad(database.process()));
      } finally {
        Files.writeString(folder.resolve("writes.md"), report.toString());
        System.out.println(report);
      }
    } finally {
      close();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  private List<WriteServer> servers(WriteDatabase database) throws Exception {
    List<WriteServer> servers = new ArrayList<>();
    for (String named : System.getProperty("writes.jars", "this=" + PackagedApp.JAR).split(",")) {
      String[] parts = named.split("=", 2);
      String url = database.create("own_" + servers.size());
      servers.add(kept(OwnWrites.start(parts[0], Path.of(parts[1]), url)));
    }
    Map<String, Peer> peers = new LinkedHashMap<>();
    peers.put("openfga", (from, on) -> OpenFga.start(from, on));
    peers.put("spicedb", (from, on) -> SpiceDb.start(from, on));
    peers.put("keycloak", (from, on) -> Keycloak.start(from, on, PackagedApp::freePort));
    peers.forEach((name, peer) -> start(name, peer, database, servers));
    return servers;
  }

  /** A peer that is not there, or does not start, is named in the report; others are measured. */
  private void start(String name, Peer peer, WriteDatabase database, List<WriteServer> servers) {
    String property = "writes." + name;
    String from = System.getProperty(property, "");
    if (from.isEmpty() || !Files.exists(Path.of(from))) {
      report.remark(name + ": not found, skipped (-D" + property + "=" + from + ")");
      return;
    }
    try {
      servers.add(kept(peer.start(Path.of(from), database)));
    } catch (Exception e) {
      report.remark(name + ": not started, skipped: " + e);
    }
  }

  private void measure(List<WriteServer> servers, WriteLoad load) throws Exception {
    for (int round = 0; round < WARM + ROUNDS; round++) {
      for (WriteKind kind : KINDS) {
        List<WriteServer> able =
            servers.stream().filter(server -> server.kinds().containsKey(kind)).toList();
        for (Shape shape : SHAPES) {
          // Whoever is second has the disk with what the other left to do.
          measure(
              (round - WARM) % 2 == 0 ? able : able.reversed(), kind, shape, load, round >= WARM);
        }
      }
    }
  }

  private void measure(
      List<WriteServer> servers, WriteKind kind, Shape shape, WriteLoad load, boolean kept)
      throws Exception {
    for (WriteServer server : servers) {
      WriteFigures figures = load.measure(server, kind, shape, TIME);
      if (kept) {
        report.add(server, kind, shape, figures);
      }
    }
  }

  private <T extends AutoCloseable> T kept(T resource) {
    started.push(resource);
    return resource;
  }

  /** The database last. */
  private void close() {
    for (AutoCloseable each = started.poll(); each != null; each = started.poll()) {
      try {
        each.close();
      } catch (Exception e) {
        System.err.println(each + " was not closed: " + e);
      }
    }
  }
}
