package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import io.restassured.path.json.JsonPath;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A build that is measured: its server on a database of its own, the platform and the tenant {@code
 * acme}.
 */
record BenchServer(
    Launch launch,
    Map<String, String> environment,
    PackagedApp app,
    PackagedTenant platform,
    PackagedTenant tenant)
    implements AutoCloseable {

  private static final String READY = "/api/iam/v1/ready";

  /** The builds that a property names, {@code before=/one.jar,after=/other.jar}; else this one. */
  static Map<String, Path> builds(String property) {
    Map<String, Path> builds = new LinkedHashMap<>();
    for (String named : System.getProperty(property, "this=" + PackagedApp.JAR).split(",")) {
      String[] parts = named.split("=", 2);
      builds.put(parts[0], Path.of(parts[1]));
    }
    return builds;
  }

  static BenchServer start(Path jar, List<String> options, Map<String, String> settings) {
    return start(jar, options, settings, FreshDatabase.url(FreshDatabase.create()));
  }

  /** On an empty database. */
  static BenchServer start(
      Path jar, List<String> options, Map<String, String> settings, String databaseUrl) {
    Launch launch = new Launch(jar, options);
    Map<String, String> environment = new HashMap<>(FreshDatabase.plainHttp(databaseUrl));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_DECISION_RATE_LIMIT", "2000000000");
    environment.putAll(settings);
    PackagedTenant.done(PackagedApp.run(launch, environment, "iam:migrate"));
    JsonPath seats =
        JsonPath.from(
            PackagedTenant.done(
                    PackagedApp.run(
                        launch, environment, "iam:bootstrap", "--tenant", "acme", "--json"))
                .out());
    PackagedApp server = PackagedApp.start(launch, environment, "serve");
    await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
    return new BenchServer(
        launch, environment, server, seat(seats, "platform"), seat(seats, "tenant"));
  }

  private static PackagedTenant seat(JsonPath seats, String organization) {
    return new PackagedTenant(
        seats.getString(organization + ".client_id"),
        seats.getString(organization + ".client_secret"));
  }

  String url() {
    return environment.get("QUARKUS_DATASOURCE_JDBC_URL");
  }

  @Override
  public void close() {
    app.close();
  }
}
