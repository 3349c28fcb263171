package io.iamplane.packaged.writes;

import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** OpenFGA over HTTP; a tenant is a store. */
public final class OpenFga implements WriteServer {

  /** What every request carries. */
  public static final String KEY = "bench";

  private static final int PATIENCE_MILLIS = 20_000;

  private static final String MODEL =
      """
      {"schema_version": "1.1", "type_definitions": [{"type": "user"}, {"type": "document",
        "relations": {"owner": {"this": {}}},
        "metadata": {"relations": {"owner": {"directly_related_user_types": [{"type": "user"}]}}}}]}
      """;

  private final PeerProcess process;
  private final int port;
  private final List<Store> stores = new ArrayList<>();

  private record Store(String id, String model) {}

  private OpenFga(PeerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param more options
   */
  public static OpenFga start(
      Path executable, WriteDatabase database, IntSupplier ports, String... more)
      throws IOException, InterruptedException, SQLException {
    String program = executable.toString();
    List<String> datastore =
        List.of(
            "--datastore-engine",
            "postgres",
            "--datastore-uri",
            database.createForOthers("openfga"));
    PeerProcess.run("openfga", PeerProcess.command(program, datastore, "migrate"));
    int port = ports.getAsInt();
    List<String> options = new ArrayList<>(datastore);
    options.addAll(
        List.of(
            "--http-addr=127.0.0.1:" + port,
            "--grpc-addr=127.0.0.1:" + ports.getAsInt(),
            "--authn-method=preshared",
            "--authn-preshared-keys=" + KEY,
            // With fewer than there are writers, connections would be opened all the time.
            "--datastore-max-idle-conns=30",
            "--max-checks-per-batch-check=100",
            "--playground-enabled=false",
            "--metrics-enabled=false",
            "--log-level=error"));
    options.addAll(List.of(more));
    PeerProcess started =
        PeerProcess.start("openfga", Map.of(), PeerProcess.command(program, options, "run"));
    OpenFga server = new OpenFga(started, port);
    try {
      started.ready(port, "/healthz");
      server.prepare();
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    for (int tenant = 0; tenant < WriteVolume.TENANTS; tenant++) {
      String id = made("/stores", "{\"name\": \"tenant-%d\"}".formatted(tenant), "id");
      String model =
          made("/stores/" + id + "/authorization-models", MODEL, "authorization_model_id");
      stores.add(new Store(id, model));
    }
  }

  private String made(String path, String body, String member) throws IOException {
    String answer = new Write(path, body, 201, KEY).done(port, PATIENCE_MILLIS);
    return JsonPath.from(answer).getString(member);
  }

  @Override
  public String name() {
    return "OpenFGA";
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
    return Map.of(WriteKind.RELATION, "Write of one tuple");
  }

  @Override
  public void login(int tenants) {
    // Its key does not end.
  }

  @Override
  public Write write(WriteKind kind, int tenant, int number) {
    return owner(tenant, WriteVolume.user(tenant, number), "d" + number);
  }

  /** Makes a user the owner of a document. */
  public Write owner(int tenant, String user, String document) {
    String body =
        "{\"writes\":{\"tuple_keys\":[{\"user\":\"user:%s\",\"relation\":\"owner\","
            + "\"object\":\"document:%s\"}]},\"authorization_model_id\":\"%s\"}";
    return new Write(
        store(tenant) + "/write",
        body.formatted(user, document, stores.get(tenant).model()),
        200,
        KEY);
  }

  /** The path of a tenant's store. */
  public String store(int tenant) {
    return "/stores/" + stores.get(tenant).id();
  }

  @Override
  public void close() {
    process.close();
  }
}
