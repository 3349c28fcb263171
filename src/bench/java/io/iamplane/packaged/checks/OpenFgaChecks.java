package io.iamplane.packaged.checks;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.writes.OpenFga;
import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** OpenFGA; it has no roles, so all that is asked is about a relation. */
public final class OpenFgaChecks implements CheckServer {

  private static final int TENANT = 0;
  private static final int PATIENCE_MILLIS = 20_000;

  /** Answers may be ten seconds old with these. */
  private static final String[] CACHES = {
    "--check-query-cache-enabled", "--check-query-cache-ttl=10s", "--check-iterator-cache-enabled"
  };

  private final String name;
  private final OpenFga server;

  private OpenFgaChecks(String name, OpenFga server) {
    this.name = name;
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param cached with its caches
   */
  public static OpenFgaChecks start(Path executable, WriteDatabase database, boolean cached)
      throws IOException, InterruptedException, SQLException {
    OpenFga server = OpenFga.start(executable, database, cached ? CACHES : new String[0]);
    try {
      for (int i = 0; i < USERS; i++) {
        server.owner(TENANT, CheckServer.user(i), "plan").done(server.port(), PATIENCE_MILLIS);
      }
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    return new OpenFgaChecks(cached ? "OpenFGA with caches" : "OpenFGA", server);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() {
    return Map.of(
        CheckKind.CHECK,
        target(
            "/check",
            number -> "{" + tuple(number) + "}",
            _ -> ExpectedAnswer.of(Map.of("/allowed", "true"))),
        CheckKind.BATCH,
        target(
            "/batch-check",
            number ->
                "{\"checks\":[%s]}"
                    .formatted(
                        CheckServer.hundred(
                            number,
                            one -> "{%s,\"correlation_id\":\"c%d\"}".formatted(tuple(one), one))),
            number ->
                CheckServer.allHundred(
                    "/result", one -> Map.of("/c" + (number + one) + "/allowed", "true"))));
  }

  private CheckTarget target(
      String path, IntFunction<String> body, IntFunction<ExpectedAnswer> answer) {
    List<LoadRequest> requests =
        CheckServer.requests(number ->
            LoadRequest.post(
                server.store(TENANT) + path,
                OpenFga.KEY,
                body.apply(number),
                answer.apply(number)));
    return new CheckTarget(server.port(), server.process(), requests);
  }

  private static String tuple(int number) {
    return "\"tuple_key\":{\"user\":\"user:%s\",\"relation\":\"owner\",\"object\":\"document:plan\"}"
        .formatted(CheckServer.user(number));
  }

  @Override
  public void close() {
    server.close();
  }
}
