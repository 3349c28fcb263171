package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import io.iamplane.packaged.siege.Victim;
import io.iamplane.packaged.siege.Wire;
import io.iamplane.packaged.writes.Write;
import io.iamplane.packaged.writes.WriteKind;
import io.iamplane.packaged.writes.WriteServer;
import io.iamplane.packaged.writes.WriteVolume;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A build of ours, measured beside peers. */
final class OwnWrites implements WriteServer {

  private static final String API = "/api/iam/v1/";
  /** The collector is that of {@code iam serve}, unless another one is asked for. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx1g",
          "-XX:+Use" + System.getProperty("writes.collector", "Parallel") + "GC",
          "-Xlog:disable");
  private static final int PATIENCE_MILLIS = 20_000;

  /** For as many connections as write at once; twice as many threads, as the README says. */
  private static final Map<String, String> MANY_WRITERS =
      Map.of("IAM_DATABASE_WAITING", "300", "QUARKUS_THREAD_POOL_MAX_THREADS", "600");

  private final String name;
  private final PackagedApp server;
  private final List<PackagedTenant> tenants = new ArrayList<>();
  private final String[] tokens = new String[WriteVolume.TENANTS];

  private OwnWrites(String name, PackagedApp server) {
    this.name = name;
    this.server = server;
  }

  static OwnWrites start(String name, Path jar, String databaseUrl) throws IOException {
    Launch launch = new Launch(jar, OPTIONS);
    Map<String, String> environment = new HashMap<>(FreshDatabase.plainHttp(databaseUrl));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.putAll(MANY_WRITERS);
    environment.put("IAM_ADMIN_RATE_LIMIT", "1000000000");
    environment.put("IAM_ADMIN_TENANT_RATE_LIMIT", "1000000000");
    PackagedTenant.done(PackagedApp.run(launch, environment, "iam:migrate"));
    JsonPath seats =
        JsonPath.from(
            PackagedTenant.done(
                    PackagedApp.run(
                        launch, environment, "iam:bootstrap", "--tenant", "t0", "--json"))
                .out());
    OwnWrites own = new OwnWrites(name, PackagedApp.start(launch, environment, "serve"));
    try {
      await().atMost(PackagedApp.PATIENCE).until(() -> own.server.status(API + "ready") == 200);
      own.prepare(seats);
      return own;
    } catch (IOException | RuntimeException e) {
      own.close();
      throw e;
    }
  }

  private void prepare(JsonPath seats) throws IOException {
    tenants.add(seat(seats, "tenant"));
    String platform = seat(seats, "platform").token(server);
    for (int tenant = 1; tenant < WriteVolume.TENANTS; tenant++) {
      String body = "{\"key\": \"t%1$d\", \"name\": \"T%1$d\", \"administrator\": {}}";
      Write create = new Write(API + "organizations", body.formatted(tenant), 201, platform);
      tenants.add(seat(JsonPath.from(done(create)), "data.administrator"));
    }
    login(WriteVolume.TENANTS);
    for (int tenant = 0; tenant < WriteVolume.TENANTS; tenant++) {
      fill(tenant, tokens[tenant]);
    }
  }

  private static PackagedTenant seat(JsonPath answer, String place) {
    return new PackagedTenant(
        answer.getString(place + ".client_id"), answer.getString(place + ".client_secret"));
  }

  private void fill(int tenant, String token) throws IOException {
    done(new Write(API + "applications/shop/manifests", manifest(), 201, token));
    try (Wire wire = new Wire(server.port(), "127.0.0.1", PATIENCE_MILLIS)) {
      String made =
          wire.ask("GET", API + "manifests?limit=1", "", "Authorization", "Bearer " + token).body();
      done(new Write(API + "manifests/" + Victim.first(made) + "/apply", "", 200, token));
    }
    for (int number = 0; number < WriteVolume.users(tenant); number++) {
      done(new Write(API + "users", user(WriteVolume.user(tenant, number)), 201, token));
    }
  }

  private static String manifest() {
    String roles =
        IntStream.range(0, WriteVolume.ROLES)
            .mapToObj(number ->
                "{\"key\": \"r%1$d\", \"label\": \"R%1$d\", \"permissions\": [\"item.read\"]}"
                    .formatted(number))
            .collect(Collectors.joining(","));
    return """
    {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
     "permissions": [{"key": "item.read"},
       {"key": "document.open", "resource": "document", "action": "open", "relation": "can_open"}],
     "roles": [%s],
     "types": {"document": {"relations": {"owner": "user"}, "permissions": {"can_open": "owner"}}}}
    """
        .formatted(roles);
  }

  private static String user(String externalId) {
    return "{\"name\":\"Bench\",\"external_id\":\"" + externalId + "\"}";
  }

  private String done(Write write) throws IOException {
    return write.done(server.port(), PATIENCE_MILLIS);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public ProcessHandle process() {
    return ProcessHandle.of(server.pid()).orElseThrow();
  }

  @Override
  public Map<WriteKind, String> kinds() {
    return Map.of(
        WriteKind.USER, "POST user",
        WriteKind.GRANT, "POST grant",
        WriteKind.RELATION, "POST relation");
  }

  @Override
  public void login(int count) {
    for (int tenant = 0; tenant < count; tenant++) {
      tokens[tenant] = tenants.get(tenant).token(server);
    }
  }

  @Override
  public Write write(WriteKind kind, int tenant, int number) {
    String token = tokens[tenant];
    String subject = "user:" + WriteVolume.user(tenant, number);
    return switch (kind) {
      case USER -> new Write(API + "users", user("b-" + number), 201, token);
      case GRANT ->
          new Write(
              API + "grants",
              "{\"subject\":\"%s\",\"privilege_type\":\"role\",\"privilege_key\":\"shop:%s\"}"
                  .formatted(subject, WriteVolume.role(tenant, number)),
              201,
              token);
      case RELATION ->
          new Write(
              API + "relations",
              "{\"subject\":\"%s\",\"relation\":\"owner\",\"object\":\"document:d%d\"}"
                  .formatted(subject, number),
              200,
              token);
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
