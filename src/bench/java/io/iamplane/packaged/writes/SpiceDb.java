package io.iamplane.packaged.writes;

import io.iamplane.packaged.PeerProcess;
import io.iamplane.packaged.PeerServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** SpiceDB over HTTP. It has no tenants: one is a prefix of the ids. */
public final class SpiceDb implements WriteServer {

  /** The key that every request carries. */
  public static final String KEY = PeerServer.KEY;

  private static final int PATIENCE_MILLIS = 20_000;

  private final PeerServer server;

  private SpiceDb(PeerServer server) {
    this.server = server;
  }

  public static SpiceDb start(Path executable, WriteDatabase database)
      throws IOException, InterruptedException, SQLException {
    String program = executable.toString();
    List<String> datastore =
        List.of(
            "--datastore-engine=postgres",
            "--datastore-conn-uri=" + database.createForOthers("spicedb"),
            "--skip-release-check",
            "--log-level=error");
    PeerProcess.run(
        "spicedb", PeerProcess.command(program, datastore, "datastore", "migrate", "head"));
    SpiceDb server = new SpiceDb(PeerServer.spiceDb(executable, datastore));
    try {
      String schema = "definition user {}\\ndefinition document {\\nrelation owner: user\\n}";
      new Write("/v1/schema/write", "{\"schema\": \"%s\"}".formatted(schema), 200, KEY)
          .done(server.port(), PATIENCE_MILLIS);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return "SpiceDB";
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public ProcessHandle process() {
    return server.process().handle();
  }

  @Override
  public Map<WriteKind, String> kinds() {
    return Map.of(WriteKind.RELATION, "WriteRelationships of one");
  }

  @Override
  public void login(int tenants) {
    // Its key does not end.
  }

  @Override
  public Write write(WriteKind kind, int tenant, int number) {
    String of = "t" + tenant + "_";
    return owner(of + WriteVolume.user(tenant, number), of + "d" + number);
  }

  /** Makes a user the owner of a document. */
  public Write owner(String user, String document) {
    String body =
        "{\"updates\":[{\"operation\":\"OPERATION_CREATE\",\"relationship\":{"
            + "\"resource\":{\"objectType\":\"document\",\"objectId\":\"%s\"},"
            + "\"relation\":\"owner\","
            + "\"subject\":{\"object\":{\"objectType\":\"user\",\"objectId\":\"%s\"}}}}]}";
    return new Write("/v1/relationships/write", body.formatted(document, user), 200, KEY);
  }

  @Override
  public void close() {
    server.close();
  }
}
