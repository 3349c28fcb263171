package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that are processes of their own, killed in the middle of deliveries, and their database
 * in the middle of claims: every event of every committed change arrives over TLS.
 */
@Tag("ci")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class WorkerIT {

  private static final String READY = "/api/iam/v1/ready";
  private static final int AT_ONCE = 32;
  private static final Duration ANSWER_AFTER = Duration.ofMillis(25);

  @TempDir Path folder;

  private HooksReceiver receiver;
  private volatile boolean stop;

  @BeforeEach
  void receive() throws Exception {
    receiver = new HooksReceiver(folder, ANSWER_AFTER);
  }

  @AfterEach
  void end() {
    stop = true;
    receiver.close();
  }

  @Test
  void twoKillsOfEach() throws Exception {
    kills(2);
  }

  @Test
  @Tag("stress")
  void twentyKillsOfEach() throws Exception {
    kills(20);
  }

  private void kills(int times) throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder.resolve("data"));
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Map<String, String> environment = environment(database);
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      AtomicReference<PackagedApp> worker = new AtomicReference<>();
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        awaitReady(server);
        String token = tenant.token(server);
        receiver.subscribe(server, token, "iam.user.*");
        Future<?> writer = threads.submit(() -> write(server, token));
        for (int kill = 0; kill < times; kill++) {
          worker.set(PackagedApp.start(environment, "iam:queue:work", "--queue=default"));
          awaitArrivals();
          worker.get().close();
        }
        worker.set(PackagedApp.start(environment, "iam:queue:work"));
        for (int kill = 0; kill < times; kill++) {
          awaitArrivals();
          database.killAndRestart();
          awaitReady(server);
        }
        awaitArrivals();
        stop = true;
        writer.get();
        awaitAllFinished(database);
        assertThat(worker.get().terminate().exitCode()).isIn(0, 143);
      } finally {
        stop = true;
        if (worker.get() != null) {
          worker.get().close();
        }
      }
      exact(database, times);
    }
  }

  private Map<String, String> environment(KillableDatabase database) {
    Map<String, String> environment = FreshDatabase.plainHttp(database.url());
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_QUEUE_WORKER_ENABLED", "false");
    environment.putAll(receiver.environment());
    // A lease is four times as long.
    environment.put("IAM_WEBHOOKS_TIMEOUT", "2s");
    return environment;
  }

  private void write(PackagedApp server, String token) {
    for (int i = 0; !stop; i++) {
      String body = "{\"name\": \"Somebody\", \"external_id\": \"u%d\"}".formatted(i);
      try {
        if (PackagedTenant.post(server, token, "/api/iam/v1/users", body).statusCode() == 201) {
          continue;
        }
      } catch (UncheckedIOException e) {
        // It is unknown whether that one was made: its event arrives or it does not exist.
      }
      await().atMost(PackagedApp.PATIENCE).until(() -> stop || server.status(READY) == 200);
    }
  }

  private static void awaitReady(PackagedApp server) {
    await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
  }

  private void awaitArrivals() {
    int before = receiver.arrived().size();
    await()
        .atMost(PackagedApp.PATIENCE)
        .until(() -> receiver.arrived().size() > before + 3 * AT_ONCE);
  }

  /** A worker that held a delivery and died: its lease ends, and another takes over. */
  private static void awaitAllFinished(KillableDatabase database) {
    await()
        .atMost(PackagedApp.PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() ->
            texts(
                    database,
                    "SELECT organization_id FROM iam_outbox_lanes JOIN iam_audit_heads"
                        + " USING (organization_id) WHERE done_seq < seq"
                        + " UNION ALL SELECT id FROM iam_webhook_deliveries"
                        + " WHERE status IN ('waiting', 'pending')")
                .isEmpty());
  }

  private void exact(KillableDatabase database, int kills) throws SQLException {
    List<String> events =
        texts(
            database,
            "SELECT id FROM iam_outbox_messages WHERE event_type LIKE 'iam.user.%'"
                + " AND organization_id = (SELECT organization_id FROM iam_webhooks)");
    assertThat(receiver.arrived().keySet()).containsExactlyInAnyOrderElementsOf(events);
    assertThat(texts(database, "SELECT external_id FROM iam_users")).hasSameSizeAs(events);
    assertThat(
            texts(
                database,
                "SELECT status || ' ' || count(*) FROM iam_webhook_deliveries GROUP BY status"))
        .containsExactly("delivered " + events.size());
    assertThat(
            texts(database, "SELECT id FROM iam_webhook_deliveries WHERE lease_token IS NOT NULL"))
        .as("nothing stays claimed")
        .isEmpty();
    long again = receiver.arrived().values().stream().filter(times -> times.get() > 1).count();
    assertThat(again)
        .as("only what a crash cut off is sent again")
        .isLessThanOrEqualTo((long) 2 * kills * AT_ONCE * 2);
    System.out.printf(
        "%d kills of the worker and of the database: %d events arrived, %d more than once%n",
        kills, events.size(), again);
  }

  private static List<String> texts(KillableDatabase database, String query) throws SQLException {
    try (Connection owner = DriverManager.getConnection(database.url(), "postgres", "postgres");
        Statement statement = owner.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
