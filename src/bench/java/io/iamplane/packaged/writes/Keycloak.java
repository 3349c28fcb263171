package io.iamplane.packaged.writes;

import io.iamplane.packaged.PeerProcess;
import io.iamplane.packaged.siege.Wire;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Keycloak in its production mode; a tenant is a realm, with a client that administers it. */
public final class Keycloak implements WriteServer {

  /** The secret of the administrator and of every client. */
  public static final String SECRET = "bench-secret";

  private static final int PATIENCE_MILLIS = 180_000;

  private final PeerProcess process;
  private final int port;
  private final String[] tokens = new String[WriteVolume.TENANTS];

  private Keycloak(PeerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts the distribution in a folder, with the tenants that are written to. */
  public static Keycloak start(Path folder, WriteDatabase database, IntSupplier ports)
      throws IOException, SQLException {
    Keycloak server = launch(folder, database, ports);
    try {
      server.prepare();
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Starts it with nothing in it; its first start writes a build into the folder. */
  public static Keycloak launch(Path folder, WriteDatabase database, IntSupplier ports)
      throws IOException, SQLException {
    int port = ports.getAsInt();
    List<String> command =
        List.of(
            folder.resolve("bin/kc.sh").toString(),
            "start",
            "--db=postgres",
            "--db-url=" + database.create("keycloak"),
            "--db-username=postgres",
            "--db-password=postgres",
            "--cache=local",
            "--http-enabled=true",
            "--http-host=127.0.0.1",
            "--http-port=" + port,
            // The issuer of its tokens, whatever host a request names: the load's name no port.
            "--hostname=http://127.0.0.1:" + port,
            "--log-level=warn");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "JAVA_OPTS_KC_HEAP",
            "-Xmx1g",
            "KC_BOOTSTRAP_ADMIN_USERNAME",
            "admin",
            "KC_BOOTSTRAP_ADMIN_PASSWORD",
            SECRET);
    PeerProcess started = PeerProcess.start("keycloak", environment, command);
    Keycloak server = new Keycloak(started, port);
    try {
      started.ready(port, "/realms/master");
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    for (int tenant = 0; tenant < WriteVolume.TENANTS; tenant++) {
      make(realm(tenant));
    }
  }

  /** Makes a realm. */
  public void make(String realm) throws IOException {
    String admin =
        token("master", "grant_type=password&client_id=admin-cli&username=admin&password=");
    new Write("/admin/realms", realm, 201, admin).done(port, PATIENCE_MILLIS);
  }

  /**
   * A token.
   *
   * @param form the parameters of the request; the secret follows
   */
  public String token(String realm, String form) throws IOException {
    try (Wire wire = new Wire(port, "127.0.0.1", PATIENCE_MILLIS)) {
      Wire.Answer answer =
          wire.ask(
              "POST",
              "/realms/" + realm + "/protocol/openid-connect/token",
              form + SECRET,
              "Content-Type",
              "application/x-www-form-urlencoded");
      if (answer.status() != 200) {
        throw new IOException(answer.status() + " " + answer.body());
      }
      return JsonPath.from(answer.body()).getString("access_token");
    }
  }

  private static String realm(int tenant) {
    return """
    {"realm": "t%d", "enabled": true, "accessTokenLifespan": 3600,
     "clients": [{"clientId": "bench", "secret": "%s", "serviceAccountsEnabled": true,
       "standardFlowEnabled": false}],
     "roles": {"realm": [%s]},
     "users": [{"username": "service-account-bench", "enabled": true,
       "serviceAccountClientId": "bench", "clientRoles": {"realm-management": ["realm-admin"]}}, %s]}
    """
        .formatted(
            tenant,
            SECRET,
            joined(WriteVolume.ROLES, number -> role(tenant, "r" + number)),
            joined(
                WriteVolume.users(tenant),
                number ->
                    "{\"id\": \"%s\", \"username\": \"u%d\", \"enabled\": true}"
                        .formatted(id(tenant, "u" + number), number)));
  }

  private static String joined(int count, IntFunction<String> each) {
    return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(","));
  }

  private static String role(int tenant, String name) {
    return "{\"id\":\"%s\",\"name\":\"%s\"}".formatted(id(tenant, name), name);
  }

  private static UUID id(int tenant, String name) {
    return UUID.nameUUIDFromBytes((tenant + "/" + name).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String name() {
    return "Keycloak";
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
    return Map.of(WriteKind.USER, "POST user", WriteKind.GRANT, "POST role mapping");
  }

  @Override
  public void login(int tenants) throws IOException {
    for (int tenant = 0; tenant < tenants; tenant++) {
      tokens[tenant] =
          token("t" + tenant, "grant_type=client_credentials&client_id=bench&client_secret=");
    }
  }

  @Override
  public Write write(WriteKind kind, int tenant, int number) {
    String users = "/admin/realms/t" + tenant + "/users";
    if (kind == WriteKind.USER) {
      String body = "{\"username\":\"b-%d\",\"enabled\":true}".formatted(number);
      return new Write(users, body, 201, tokens[tenant]);
    }
    return new Write(
        users + "/" + id(tenant, WriteVolume.user(tenant, number)) + "/role-mappings/realm",
        "[" + role(tenant, WriteVolume.role(tenant, number)) + "]",
        204,
        tokens[tenant]);
  }

  @Override
  public void close() {
    process.close();
  }
}
