package io.iamplane.packaged;

import io.iamplane.packaged.load.HttpLoad;
import io.iamplane.packaged.load.LoadFigures;
import io.iamplane.packaged.load.LoadTarget;
import io.iamplane.packaged.tokens.KeycloakTokens;
import io.iamplane.packaged.tokens.TokenKind;
import io.iamplane.packaged.tokens.TokenServer;
import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The OAuth endpoints over HTTP: {@code ./mvnw verify -Pbench -Dbench=tokens
 * -Dtokens.keycloak=/elsewhere/keycloak-26}. Several builds of ours are compared by {@code
 * -Dtokens.jars=before=/elsewhere/quarkus-run.jar,after=target/…}. {@code -Dtokens.seconds} (3) of
 * each measurement, {@code -Dtokens.rounds} (5) of them after {@code -Dtokens.warm} (2), on {@code
 * -Dtokens.connections} (50); of codes, {@code -Dtokens.codes} (1,500) are redeemed. {@code
 * -Dtokens.kinds=CODE,REFRESH} measures these alone, {@code -Dtokens.pool} (16) is the size of our
 * pool of connections to the database. All are measured in turn in each round, by the same client
 * beside them, with the database beside. Asserts nothing about time.
 */
@Tag("tokens")
class TokensBenchIT {

  private static final int WARM = Integer.getInteger("tokens.warm", 2);
  private static final int ROUNDS = Integer.getInteger("tokens.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("tokens.connections", 50);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("tokens.seconds", 3));

  /** More than any server takes in a measurement. */
  private static final int ASSERTIONS = 8_000 * (int) TIME.toSeconds();

  /** Made before each measurement, within the minute of their life. */
  private static final int CODES = Integer.getInteger("tokens.codes", 1_500);

  private static final List<TokenKind> KINDS =
      Arrays.stream(
              System.getProperty("tokens.kinds", "SECRET,ASSERTION,INTROSPECTION,CODE,REFRESH")
                  .split(","))
          .map(TokenKind::valueOf)
          .toList();

  private static final Map<String, String> SETTINGS =
      Map.of(
          "IAM_PANEL_REDIRECT_URIS",
          PersonBrowser.CALLBACK,
          "QUARKUS_DATASOURCE_JDBC_MAX_SIZE",
          System.getProperty("tokens.pool", "16"));

  private final List<TokenServer> servers = new ArrayList<>();
  private final Map<TokenKind, Map<String, List<LoadFigures>>> measured = new LinkedHashMap<>();

  @Test
  void tokens() throws Exception {
    Path folder = Files.createDirectories(PackagedApp.TARGET.resolve("bench"));
    try {
      start(folder);
      for (int round = 0; round < WARM + ROUNDS; round++) {
        measure(round >= WARM);
      }
    } finally {
      servers.forEach(TokenServer::close);
    }
    String report = report();
    Files.writeString(folder.resolve("tokens.md"), report);
    System.out.println(report);
  }

  private void start(Path folder) throws Exception {
    for (Map.Entry<String, Path> build : BenchServer.builds("tokens.jars").entrySet()) {
      List<String> options = List.of("-Xmx1g", "-Xlog:disable");
      servers.add(
          new OwnTokens(build.getKey(), BenchServer.start(build.getValue(), options, SETTINGS)));
    }
    String keycloak = System.getProperty("tokens.keycloak", "");
    if (!keycloak.isEmpty()) {
      WriteDatabase database = WriteDatabase.start(Files.createTempDirectory(folder, "tokens-"));
      servers.add(KeycloakTokens.start(Path.of(keycloak), database, PackagedApp::freePort));
    }
  }

  private void measure(boolean kept) throws IOException {
    for (TokenKind kind : KINDS) {
      for (TokenServer server : servers) {
        LoadTarget target = server.target(kind, most(kind));
        if (target != null) {
          LoadFigures figures = HttpLoad.closed(server.name(), target, CONNECTIONS, TIME);
          if (kept) {
            measured
                .computeIfAbsent(kind, _ -> new LinkedHashMap<>())
                .computeIfAbsent(server.name(), _ -> new ArrayList<>())
                .add(figures);
          }
        }
      }
    }
  }

  private static int most(TokenKind kind) {
    return switch (kind) {
      case SECRET, ASSERTION, INTROSPECTION -> ASSERTIONS;
      case CODE -> CODES;
      case REFRESH -> CONNECTIONS;
    };
  }

  private String report() {
    StringBuilder text = new StringBuilder();
    text.append(
        "Medians of %d rounds of %d s or %d codes, %d connections%n%n"
            .formatted(ROUNDS, TIME.toSeconds(), CODES, CONNECTIONS));
    text.append(
        "| what | server | requests/s | p50 ms | p99 ms | processor µs of the server for each"
            + " | shed with 429 | times the first |\n|---|---|---|---|---|---|---|---|\n");
    measured.forEach((kind, figures) -> {
      double first = LoadFigures.median(figures.values().iterator().next()).perSecond();
      figures.forEach((server, rounds) -> {
        LoadFigures median = LoadFigures.median(rounds);
        text.append(
            "| %s | %s | %,.0f | %.2f | %.2f | %.0f | %d | %.2f |%n"
                .formatted(
                    kind.title(),
                    server,
                    median.perSecond(),
                    median.p50(),
                    median.p99(),
                    median.micros(),
                    median.shed(),
                    median.perSecond() / first));
      });
    });
    return text.toString();
  }
}
