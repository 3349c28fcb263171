package io.iamplane.packaged;

import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.testing.TestDatabase;
import io.restassured.path.json.JsonPath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** Empty databases on the test's own server, and the environment that a production start needs. */
final class FreshDatabase {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private FreshDatabase() {}

  /** A database with our tables, to be copied. */
  private static @Nullable String migrated;

  private static @Nullable Installed bootstrapped;

  /** The name of a new, empty database. */
  static String create() {
    return create("template1");
  }

  /** The name of a new database with our tables: migrated once, and copied from then on. */
  static synchronized String migrated() {
    if (migrated == null) {
      String name = create();
      // As the application does, without the start of a process: LifeIT shows that.
      Flyway.configure().dataSource(url(name), "postgres", "postgres").load().migrate();
      migrated = name;
    }
    return create(migrated);
  }

  /** A database with the tables, the platform and a tenant, and their administrators. */
  record Installed(String name, JsonPath seats) {}

  /** The same with a platform and the tenant acme: bootstrapped once, and copied from then on. */
  static synchronized Installed bootstrapped() {
    if (bootstrapped == null) {
      String name = migrated();
      String[] command = {"iam:bootstrap", "--tenant", "acme", "--json"};
      Ended ended = PackagedTenant.done(PackagedApp.run(environment(url(name)), command));
      bootstrapped = new Installed(name, JsonPath.from(ended.out()));
    }
    return new Installed(create(bootstrapped.name()), bootstrapped.seats());
  }

  private static String create(String template) {
    new TestDatabase().start();
    String name = "packaged_" + NUMBER.incrementAndGet();
    try (Connection connection =
            DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " TEMPLATE " + template);
      return name;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The way to a database around the proxy. */
  static String url(String name) {
    return TestDatabase.directUrl().replace("/postgres?", "/" + name + "?");
  }

  /** The way to a database on another port, such as a proxy's. */
  static String url(String name, int port) {
    return url(name).replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + port);
  }

  /** Everything that a production start insists on. */
  static Map<String, String> environment(String url) {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", url);
    // These tests run as the owner of their databases; SettingsIT shows what happens without it.
    environment.put("IAM_AUDIT_ACCEPT_SINGLE_ROLE", "true");
    // What a server does by the clock, tests do where they expect it; JobsIT is about schedules.
    environment.put("IAM_SCHEDULE_ENABLED", "false");
    environment.put("QUARKUS_DATASOURCE_USERNAME", "postgres");
    environment.put("QUARKUS_DATASOURCE_PASSWORD", "postgres");
    environment.put("IAM_ISSUER", "https://iam.example.com");
    environment.put("IAM_ADMIN_AUDIENCE", "https://iam.example.com/api");
    environment.put("IAM_KEK", "cGFja2FnZWQgdGVzdHMnIG93biBrZXksIDMyIGJ5dGU=");
    environment.put("IAM_OAUTH_ENCRYPTION_KEY", "cGFja2FnZWQgdGVzdHMnIG93biBib3gsIDMyIGJ5dGU=");
    return environment;
  }

  /** Like {@link #environment}, without TLS and without a proxy. */
  static Map<String, String> plainHttp(String url) {
    Map<String, String> environment = environment(url);
    environment.put("IAM_HTTP_REQUIRE_HTTPS", "false");
    return environment;
  }
}
