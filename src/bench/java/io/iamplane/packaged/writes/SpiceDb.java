package io.iamplane.packaged.writes;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** SpiceDB over HTTP. It has no tenants: one is a prefix of the ids. */
public final class SpiceDb implements WriteServer {

  /** What every request carries. */
  public static final String KEY = "bench";

  private static final int PATIENCE_MILLIS = 20_000;

  private final PeerProcess process;
  private final int port;

  private SpiceDb(PeerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  public static SpiceDb start(Path executable, WriteDatabase database, IntSupplier ports)
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
    int port = ports.getAsInt();
    List<String> options = new ArrayList<>(datastore);
    options.addAll(
        List.of(
            "--grpc-preshared-key=" + KEY,
            "--grpc-addr=127.0.0.1:" + ports.getAsInt(),
            "--http-enabled",
            "--http-addr=127.0.0.1:" + port,
            "--metrics-enabled=false",
            "--telemetry-endpoint="));
    PeerProcess started =
        PeerProcess.start("spicedb", Map.of(), PeerProcess.command(program, options, "serve"));
    SpiceDb server = new SpiceDb(started, port);
    try {
      started.ready(port, "/healthz");
      String schema = "definition user {}\\ndefinition document {\\nrelation owner: user\\n}";
      new Write("/v1/schema/write", "{\"schema\": \"%s\"}".formatted(schema), 200, KEY)
          .done(port, PATIENCE_MILLIS);
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
    return port;
  }

  @Override
  public ProcessHandle process() {
    return process.handle();
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
    process.close();
  }
}
