package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An hour of changes, delivered as they come, and the size of the tables meanwhile: {@code ./mvnw
 * verify -Pbench -Dbench=hour}. {@code -Dhour.minutes} and {@code -Dhour.rate} (changes a second)
 * make it shorter or denser. Asserts nothing about time.
 */
@Tag("hour")
class QueueHourIT {

  private static final String READY = "/api/iam/v1/ready";
  private static final int MINUTES = Integer.getInteger("hour.minutes", 60);
  private static final int RATE = Integer.getInteger("hour.rate", 100);
  private static final int WRITERS = 4;

  @TempDir Path folder;

  private final AtomicInteger made = new AtomicInteger();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();

  @Test
  void anHour() throws Exception {
    try (HooksReceiver receiver = new HooksReceiver(folder, Duration.ZERO);
        KillableDatabase database = new KillableDatabase(folder.resolve("data"));
        ScheduledExecutorService writers = Executors.newScheduledThreadPool(WRITERS)) {
      var environment = FreshDatabase.plainHttp(database.url());
      environment.putAll(PackagedTenant.UNLIMITED);
      environment.putAll(receiver.environment());
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
        String[] token = {tenant.token(server)};
        receiver.subscribe(server, token[0], "iam.user.*");
        for (int i = 0; i < WRITERS; i++) {
          writers.scheduleAtFixedRate(
              () -> write(server, token[0]), 0, WRITERS * 1_000_000L / RATE, TimeUnit.MICROSECONDS);
        }
        for (int minute = 1; minute <= MINUTES; minute++) {
          TimeUnit.MINUTES.sleep(1);
          token[0] = tenant.token(server);
          if (minute % 5 == 0 || minute == MINUTES) {
            report(minute, receiver, database);
          }
        }
        writers.shutdown();
        writers.awaitTermination(1, TimeUnit.MINUTES);
        await()
            .atMost(PackagedApp.PATIENCE)
            .until(() -> receiver.arrived().size() >= made.get());
      }
      assertThat(refused).isEmpty();
    }
  }

  private void write(PackagedApp server, String token) {
    String body =
        "{\"name\": \"Somebody\", \"external_id\": \"%d\"}".formatted(System.nanoTime());
    try {
      HttpResponse<String> answer =
          PackagedTenant.post(server, token, "/api/iam/v1/users", body);
      if (answer.statusCode() == 201) {
        made.incrementAndGet();
      } else {
        refused.add(answer.statusCode() + " " + answer.body());
      }
    } catch (RuntimeException e) {
      refused.add(e.toString());
    }
  }

  private void report(int minute, HooksReceiver receiver, KillableDatabase database)
      throws SQLException {
    System.out.printf(
        "minute %d: %d changes, %d events arrived%n",
        minute, made.get(), receiver.arrived().size());
    try (Connection owner = DriverManager.getConnection(database.url(), "postgres", "postgres");
        Statement statement = owner.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT relname, n_live_tup, n_dead_tup, autovacuum_count,
                  pg_size_pretty(pg_total_relation_size(relid)) AS size
                FROM pg_stat_user_tables WHERE n_dead_tup > 0 OR relname LIKE 'iam_webhook_del%'
                ORDER BY n_dead_tup DESC, n_live_tup DESC LIMIT 8
                """)) {
      while (rows.next()) {
        System.out.printf(
            "  %-36s live %8d dead %7d vacuumed %3d size %s%n",
            rows.getString(1), rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getString(5));
      }
    }
  }
}
