package io.iamplane.webhook.worker;

import static org.awaitility.Awaitility.await;

import io.iamplane.change.ChangeSignals;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.claim.QueueStore;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Figures of the queue: {@code ./mvnw test -Pbench -Dbench=queue}. Asserts nothing about time. */
@QuarkusTest
@Tag("bench")
@Tag("queue")
class QueueBenchTest {

  private static final Logger LOG = Logger.getLogger(QueueBenchTest.class);
  private static final int MESSAGES = 30_000;

  /** The defaults of the configuration. */
  static final WorkerSettings USUAL =
      new WorkerSettings(
          Duration.ofSeconds(15),
          Duration.ofSeconds(60),
          32,
          512,
          Fleet.QUICK.pauses(),
          Duration.ofSeconds(30),
          Duration.ofDays(5));

  @Inject Instance<Fleet> fleets;
  @Inject Vertx vertx;
  @Inject QueueStore queue;
  @Inject Transactions transactions;
  @Inject ChangeSignals signals;

  private final List<HttpServer> servers = new ArrayList<>();
  private Fleet fleet;
  private Organization tenant;

  @BeforeEach
  void aTenant() {
    fleet = fleets.get();
    tenant = fleet.tenant();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
    servers.forEach(HttpServer::close);
  }

  @Test
  void throughput() {
    AtomicInteger arrived = new AtomicInteger();
    fleet.webhook(tenant, receiver(arrived), "iam.grant.*");
    fleet.tell(tenant, MESSAGES, 1_000);
    long started = System.nanoTime();
    fleet.start(USUAL);
    await().atMost(Duration.ofMinutes(5)).until(() -> Fleet.settled(tenant));
    report("%d waiting messages fanned out, delivered and written", started, MESSAGES);
  }

  @Test
  void throughputWhileTheyAreWritten() {
    AtomicInteger arrived = new AtomicInteger();
    fleet.webhook(tenant, receiver(arrived), "iam.grant.*");
    fleet.start(USUAL);
    long started = System.nanoTime();
    fleet.tell(tenant, MESSAGES, 1_000);
    report("%d messages written", started, MESSAGES);
    await().atMost(Duration.ofMinutes(5)).until(() -> Fleet.settled(tenant));
    report("%d messages delivered while they were written", started, MESSAGES);
  }

  /** In turn without and with one, for a process that just started is slower than it will be. */
  @Test
  void throughputBesideATransactionThatStaysOpen() throws Exception {
    for (int i = 0; i < 3; i++) {
      waiting("%d waiting messages, no transaction stays open");
      try (Connection held =
          DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres")) {
        held.setAutoCommit(false);
        held.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = held.createStatement()) {
          statement.execute("SELECT count(*) FROM iam_webhook_deliveries");
        }
        waiting("%d waiting messages beside a transaction that stays open");
      }
    }
  }

  private void waiting(String what) {
    AtomicInteger arrived = new AtomicInteger();
    Organization another = fleet.tenant();
    fleet.webhook(another, receiver(arrived), "iam.grant.*");
    fleet.tell(another, MESSAGES, 1_000);
    long started = System.nanoTime();
    QueueWorker worker = fleet.start(USUAL);
    await().atMost(Duration.ofMinutes(5)).until(() -> Fleet.settled(another));
    report(what, started, MESSAGES);
    worker.stop(Duration.ofSeconds(5));
  }

  @Test
  void aHealthyReceiverBesideOneThatHangs() {
    AtomicInteger arrived = new AtomicInteger();
    fleet.webhook(tenant, receiver(arrived), "iam.grant.*");
    fleet.webhook(tenant, hanging(), "iam.grant.*");
    fleet.tell(tenant, MESSAGES, 1_000);
    long started = System.nanoTime();
    fleet.start(USUAL);
    await().atMost(Duration.ofMinutes(5)).until(() -> arrived.get() >= MESSAGES);
    report("%d messages to a healthy receiver beside one that hangs", started, MESSAGES);
  }

  @Test
  void latencyWhenIdle() throws Exception {
    AtomicInteger arrived = new AtomicInteger();
    fleet.webhook(tenant, receiver(arrived), "iam.grant.*");
    QueueWorker worker = fleet.start(USUAL);
    try (var _ = signals.listen(_ -> worker.wake())) {
      fleet.tell(tenant, 1, 1);
      await().until(() -> arrived.get() == 1);
      List<Long> millis = new ArrayList<>();
      for (int i = 2; i <= 500; i++) {
        int wanted = i;
        Thread.sleep(15 + i % 40);
        fleet.tell(tenant, 1, 1);
        long committed = System.nanoTime();
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> arrived.get() >= wanted);
        millis.add(Duration.ofNanos(System.nanoTime() - committed).toMillis());
      }
      millis.sort(null);
      LOG.infof(
          "commit to arrival when idle: p50 %d ms, p99 %d ms, most %d ms",
          millis.get(millis.size() / 2), millis.get(millis.size() * 99 / 100), millis.getLast());
    }
  }

  @Test
  void aMillionPending() throws Exception {
    UUID id = fleet.webhook(tenant, hanging(), "iam.grant.*").webhook().id().value();
    fleet.tell(tenant, 1, 1);
    Backlog.pending(tenant.id(), id, 1_000_000);
    List<Long> micros = new ArrayList<>();
    AtomicReference<Instant> low = new AtomicReference<>(Instant.EPOCH);
    for (int i = 0; i < 300; i++) {
      Instant now = Instant.now();
      long started = System.nanoTime();
      transactions.run(() -> {
        List<Claim> claims =
            queue.due(
                List.of(new QueueStore.Want(new WebhookId(id), 32, low.get())),
                new UUID(0, 0),
                512,
                now);
        queue.lease(claims, id, now.plusSeconds(60));
        low.set(claims.getLast().dueAt());
      });
      micros.add((System.nanoTime() - started) / 1_000);
    }
    micros.sort(null);
    LOG.infof("%s", Rows.texts("EXPLAIN (ANALYZE, BUFFERS) " + filled(id, low.get())));
    LOG.infof(
        "claim of 32 of 1,000,000 pending: p50 %d us, p99 %d us", micros.get(150), micros.get(297));
    LOG.infof(
        "dead tuples: %s",
        Rows.texts(
            "SELECT sum(n_dead_tup) FROM pg_stat_user_tables WHERE relname LIKE 'iam_webhook_del%'"));
  }

  /** The query of a claim with its parameters, for the database to explain. */
  private static String filled(UUID webhook, Instant low) {
    String text = QueueStore.CLAIM;
    for (String value :
        List.of(
            "ARRAY['" + webhook + "']",
            "ARRAY['" + low + "']",
            "ARRAY[32]",
            "'00000000-0000-0000-0000-000000000000'",
            "now()",
            "now()",
            "512")) {
      text = text.replaceFirst("\\?", value);
    }
    return text;
  }

  private void report(String what, long started, int messages) {
    double seconds = Duration.ofNanos(System.nanoTime() - started).toMillis() / 1000.0;
    LOG.infof(what + ": %.1f s, %.0f a second", messages, seconds, messages / seconds);
  }

  private String receiver(AtomicInteger arrived) {
    return listen(arrived, true);
  }

  private String hanging() {
    return listen(new AtomicInteger(), false);
  }

  private String listen(AtomicInteger arrived, boolean answers) {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> {
              arrived.incrementAndGet();
              if (answers) {
                request.response().setStatusCode(204).end();
              }
            })
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    servers.add(server);
    return "http://127.0.0.1:" + server.actualPort() + "/";
  }
}
