package io.iamplane.packaged.checks;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.writes.SpiceDb;
import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** SpiceDB with its caches; it has no roles, so all that is asked is about a relation. */
public final class SpiceDbChecks implements CheckServer {

  private static final int PATIENCE_MILLIS = 20_000;

  private static final String HAS = "PERMISSIONSHIP_HAS_PERMISSION";

  private final SpiceDb server;

  private SpiceDbChecks(SpiceDb server) {
    this.server = server;
  }

  public static SpiceDbChecks start(Path executable, WriteDatabase database)
      throws IOException, InterruptedException, SQLException {
    SpiceDb server = SpiceDb.start(executable, database);
    try {
      for (int i = 0; i < USERS; i++) {
        server.owner(CheckServer.user(i), "plan").done(server.port(), PATIENCE_MILLIS);
      }
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    return new SpiceDbChecks(server);
  }

  @Override
  public String name() {
    return "SpiceDB";
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() {
    return Map.of(
        CheckKind.CHECK,
        target(
            "check",
            number -> "{" + relation(number) + "}",
            ExpectedAnswer.of(Map.of("/permissionship", HAS))),
        CheckKind.BATCH,
        target(
            "checkbulk",
            number ->
                "{\"items\":[%s]}"
                    .formatted(CheckServer.hundred(number, one -> "{" + relation(one) + "}")),
            CheckServer.allHundred(
                "/pairs", one -> Map.of("/" + one + "/item/permissionship", HAS))));
  }

  private CheckTarget target(String path, IntFunction<String> body, ExpectedAnswer answer) {
    List<LoadRequest> requests =
        CheckServer.requests(number ->
            LoadRequest.post("/v1/permissions/" + path, SpiceDb.KEY, body.apply(number), answer));
    return new CheckTarget(server.port(), server.process(), requests);
  }

  private static String relation(int number) {
    return ("\"resource\":{\"objectType\":\"document\",\"objectId\":\"plan\"},"
            + "\"permission\":\"owner\","
            + "\"subject\":{\"object\":{\"objectType\":\"user\",\"objectId\":\"%s\"}}")
        .formatted(CheckServer.user(number));
  }

  @Override
  public void close() {
    server.close();
  }
}
