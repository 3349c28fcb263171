package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.checks.Bare;
import io.iamplane.packaged.checks.CheckKind;
import io.iamplane.packaged.checks.CheckServer;
import io.iamplane.packaged.checks.CheckTarget;
import io.iamplane.packaged.checks.KeycloakChecks;
import io.iamplane.packaged.checks.Opa;
import io.iamplane.packaged.checks.OpenFgaChecks;
import io.iamplane.packaged.checks.SpiceDbChecks;
import io.iamplane.packaged.load.HttpLoad;
import io.iamplane.packaged.load.LoadFigures;
import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Decisions over HTTP, beside a bare endpoint and other products where they are found: {@code
 * ./mvnw verify -Pbench -Dbench=decisions -Ddecisions.opa=/elsewhere/opa
 * -Ddecisions.openfga=/elsewhere/openfga -Ddecisions.spicedb=/elsewhere/spicedb
 * -Ddecisions.keycloak=/elsewhere/keycloak-26}. Several builds of ours are compared by {@code
 * -Ddecisions.jars=before=/elsewhere/quarkus-run.jar,after=target/…}; each runs with the log in
 * PostgreSQL and with the sink that discards, under each of {@code
 * -Ddecisions.collectors=G1,Parallel}. {@code -Ddecisions.seconds} (3) of each measurement, {@code
 * -Ddecisions.rounds} (5) of them after {@code -Ddecisions.warm} (2); {@code
 * -Ddecisions.kinds=CHECK} asks these alone. All are measured in turn in each round, by the same
 * client, first with as many requests in progress as there are connections, then at half of the
 * measured rate, on a fixed schedule. Asserts nothing about time; a wrong answer ends the run.
 */
@Tag("decisions")
class DecisionsBenchIT {

  private static final int WARM = Integer.getInteger("decisions.warm", 2);
  private static final int ROUNDS = Integer.getInteger("decisions.rounds", 5);
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("decisions.seconds", 3));
  private static final List<CheckKind> KINDS =
      Stream.of(System.getProperty("decisions.kinds", "CHECK,BATCH").split(","))
          .map(CheckKind::valueOf)
          .toList();

  /** Products may answer from data read before the last write, for some seconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration PROBE = Duration.ofMillis(50);
  private static final List<Integer> CONNECTIONS = List.of(1, 2, 16, 64);
  private static final List<String> COLLECTORS =
      List.of(System.getProperty("decisions.collectors", "G1,Parallel").split(","));

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final CheckReport report = new CheckReport();

  /** The latest rate of each server, with the most connections. */
  private final Map<String, Double> rates = new HashMap<>();

  /** Starts one product. */
  private interface Peer {
    CheckServer start(Path from) throws Exception;
  }

  @Test
  void decisions() throws Exception {
    // A run that is ended from outside ends what it started, too.
    Thread end = new Thread(this::close);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      Path folder = Files.createDirectories(PackagedApp.TARGET.resolve("bench"));
      List<CheckServer> servers = servers(folder);
      for (CheckServer server : servers) {
        awaitExpected(server);
      }
      report.remark("Medians of %d rounds of %d s".formatted(ROUNDS, TIME.toSeconds()));
      for (int round = 0; round < WARM + ROUNDS; round++) {
        measure(servers, round >= WARM);
      }
      servers.forEach(CheckServer::requireAllAllowed);
      Files.writeString(folder.resolve("decisions.md"), report.toString());
      System.out.println(report);
    } finally {
      close();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  private List<CheckServer> servers(Path folder) throws Exception {
    List<CheckServer> servers = new ArrayList<>();
    servers.add(kept(Bare.start(PackagedApp::freePort)));
    for (Map.Entry<String, Path> build : BenchServer.builds("decisions.jars").entrySet()) {
      for (String collector : COLLECTORS) {
        servers.add(own(build, collector, "discarding", "discarding"));
        servers.add(own(build, collector, "log in PostgreSQL", "postgres"));
      }
    }
    WriteDatabase database =
        kept(WriteDatabase.start(Files.createTempDirectory(folder, "decisions-")));
    start("opa", servers, from -> Opa.start(from, folder, PackagedApp::freePort));
    start("openfga", servers, from -> OpenFgaChecks.start(from, database, true));
    start("openfga", servers, from -> OpenFgaChecks.start(from, database, false));
    start("spicedb", servers, from -> SpiceDbChecks.start(from, database));
    start("keycloak", servers, from -> KeycloakChecks.start(from, database, PackagedApp::freePort));
    return servers;
  }

  private CheckServer own(Map.Entry<String, Path> build, String collector, String log, String sink)
      throws IOException {
    List<String> options = List.of("-Xmx1g", "-Xlog:disable", "-XX:+Use" + collector + "GC");
    BenchServer server =
        kept(BenchServer.start(build.getValue(), options, Map.of("IAM_DECISION_LOG_SINK", sink)));
    return new OwnChecks(build.getKey() + ", " + log + ", " + collector, server);
  }

  /** A peer that is not there, or does not start, is named in the report; others are measured. */
  private void start(String name, List<CheckServer> servers, Peer peer) {
    String property = "decisions." + name;
    String from = System.getProperty(property, "");
    if (from.isEmpty() || !Files.exists(Path.of(from))) {
      report.remark(name + ": not found, skipped (-D" + property + "=" + from + ")");
      return;
    }
    try {
      servers.add(kept(peer.start(Path.of(from))));
    } catch (Exception e) {
      report.remark(name + ": not started, skipped: " + e);
    }
  }

  /** Waits until a server answers all that it will be asked as it has to. */
  private static void awaitExpected(CheckServer server) throws IOException {
    for (CheckTarget target : server.targets().values()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> HttpLoad.closed(server.name(), target, 1, PROBE));
    }
  }

  private void measure(List<CheckServer> servers, boolean kept) throws IOException {
    for (CheckKind kind : KINDS) {
      for (int connections : CONNECTIONS) {
        for (CheckServer server : servers) {
          measure(server, kind, connections, kept);
        }
      }
      for (CheckServer server : servers) {
        measureAtHalf(server, kind, kept);
      }
    }
  }

  private void measure(CheckServer server, CheckKind kind, int connections, boolean kept)
      throws IOException {
    CheckTarget target = server.targets().get(kind);
    if (target == null) {
      return;
    }
    LoadFigures figures = HttpLoad.closed(server.name(), target, connections, TIME);
    rates.put(server.name() + kind, figures.perSecond());
    if (kept) {
      report.add(kind, Integer.toString(connections), server.name(), figures);
    }
  }

  /** Measures at half of the rate with the most connections. */
  private void measureAtHalf(CheckServer server, CheckKind kind, boolean kept) throws IOException {
    CheckTarget target = server.targets().get(kind);
    if (target == null) {
      return;
    }
    LoadFigures figures =
        HttpLoad.open(
            server.name(),
            target,
            CONNECTIONS.getLast(),
            rates.get(server.name() + kind) / 2,
            TIME);
    if (kept) {
      report.add(kind, "half of that rate", server.name(), figures);
    }
  }

  private <T extends AutoCloseable> T kept(T resource) {
    started.push(resource);
    return resource;
  }

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
