package io.iamplane.testing;

import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.restassured.RestAssured;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** A real PostgreSQL behind a {@link PgProxy}, one for the whole test run. */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

  private static final int COMMIT_MICROS = Integer.getInteger("test.commit.micros", -1);

  private static EmbeddedPostgres postgres;
  private static PgProxy proxy;

  @Override
  public Map<String, String> start() {
    startOnce();
    return Map.of(
        "quarkus.datasource.jdbc.url",
        url(proxy.port()),
        "quarkus.datasource.username",
        "postgres",
        "quarkus.datasource.password",
        "postgres");
  }

  @Override
  public void stop() {
    // The server ends with the JVM; several applications of one run share it.
  }

  /** The way that the application goes. */
  public static PgProxy proxy() {
    return proxy;
  }

  /**
   * Lets the application reach its database again, and waits until it serves: until policies are
   * confirmed, a moment later, the next test would be denied.
   */
  public static void comeBack() throws IOException {
    proxy.comeBack();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> RestAssured.get("/api/iam/v1/ready").statusCode() == 200);
  }

  /** A way around the proxy, for tests that look at the tables while the application cannot. */
  public static String directUrl() {
    return url(postgres.getPort());
  }

  private static synchronized void startOnce() {
    if (postgres != null) {
      return;
    }
    try {
      postgres =
          EmbeddedPostgres.builder()
              // Not the JVM's zone, so that a query that leans on the session's zone shows.
              .setServerConfig("timezone", "Asia/Kathmandu")
              // Nothing here survives a power cut, nothing needs to. A bench may ask for fsync, and
              // for so many microseconds more at each commit, as on a disk of a network.
              .setServerConfig("fsync", COMMIT_MICROS >= 0 ? "on" : "off")
              .setServerConfig("commit_delay", String.valueOf(Math.max(0, COMMIT_MICROS)))
              .setServerConfig("commit_siblings", "0")
              .setServerConfig("full_page_writes", "off")
              // What was committed is there after the server is killed, as in production: the
              // embedded server's own default forgets the last half second.
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_connections", "300")
              .start();
      proxy = new PgProxy(postgres.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable";
  }
}
