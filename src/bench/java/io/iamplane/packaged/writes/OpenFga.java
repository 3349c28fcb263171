package io.iamplane.packaged.writes;

import io.iamplane.packaged.PeerProcess;
import io.iamplane.packaged.PeerServer;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** OpenFGA over HTTP; a tenant is a store. */
public final class OpenFga implements WriteServer {

  /** The key that every request carries. */
  public static final String KEY = PeerServer.KEY;

  private static final int PATIENCE_MILLIS = 20_000;

  private static final String MODEL =
      """
      {"schema_version": "1.1", "type_definitions": [{"type": "user"}, {"type": "document",
        "relations": {"owner": {"this": {}}},
        "metadata": {"relations": {"owner": {"directly_related_user_types": [{"type": "user"}]}}}}]}
      """;

  private final PeerServer server;
  private final List<Store> stores = new ArrayList<>();

  private record Store(String id, String model) {}

  private OpenFga(PeerServer server) {
    this.server = server;
  }

  /**
   * Starts it with a database of its own.
   *
   * @param more options
   */
  public static OpenFga start(Path executable, WriteDatabase database, String... more)
      throws IOException, InterruptedException, SQLException {
    String program = executable.toString();
    List<String> datastore =
        List.of(
            "--datastore-engine",
            "postgres",
            "--datastore-uri",
            database.createForOthers("openfga"));
    PeerProcess.run("openfga", PeerProcess.command(program, datastore, "migrate"));
    List<String> options = new ArrayList<>(datastore);
    // With fewer than there are writers, connections would be opened all the time.
    options.add("--datastore-max-idle-conns=30");
    options.addAll(List.of(more));
    OpenFga server = new OpenFga(PeerServer.openFga(executable, options));
    try {
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
    String answer = new Write(path, body, 201, KEY).done(port(), PATIENCE_MILLIS);
    return JsonPath.from(answer).getString(member);
  }

  @Override
  public String name() {
    return "OpenFGA";
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
    server.close();
  }
}
