package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The service and the database are killed in turn while eight writers write: the chain stays whole,
 * and records tell of the committed changes and of nothing else.
 */
@Tag("ci")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KillsIT {

  private static final String READY = "/api/iam/v1/ready";
  private static final String USERS = "/api/iam/v1/users";
  private static final int WRITERS = 8;
  private static final int CHANGES_BETWEEN = 60;

  @TempDir Path folder;

  private final int port = PackagedApp.freePort();
  private final int managementPort = PackagedApp.freePort();
  private final AtomicReference<PackagedApp> server = new AtomicReference<>();

  /** Users created with an answer of 201. */
  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

  /** Users not created, by an answer with the outcome that nothing was changed. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  private volatile boolean stop;

  @Test
  void twoKillsOfEach() throws Exception {
    kills(2, 64);
  }

  @ParameterizedTest(name = "groups of {0}")
  @Tag("stress")
  @ValueSource(ints = {1, 2, 64})
  void thirtyFourKillsOfEach(int groupSize) throws Exception {
    kills(34, groupSize);
  }

  private void kills(int times, int groupSize) throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder.resolve("data"))) {
      Map<String, String> environment = FreshDatabase.plainHttp(database.url());
      environment.putAll(PackagedTenant.UNLIMITED);
      environment.put("IAM_CHANGE_GROUP_SIZE", Integer.toString(groupSize));
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
          AutoCloseable _ = () -> stop = true) {
        start(environment);
        String token = tenant.token(server.get());
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
          String name = "w" + writer;
          writers.add(threads.submit(() -> write(name, token)));
        }
        for (int kill = 0; kill < times; kill++) {
          awaitChanges();
          server.get().close();
          start(environment);
          awaitChanges();
          database.killAndRestart();
          awaitReady();
        }
        awaitChanges();
        stop = true;
        for (Future<?> writer : writers) {
          writer.get();
        }
        exact(database);
      } finally {
        server.get().close();
      }
      whole(environment);
      System.out.printf(
          "groups of %d, %d kills of each: %d changes confirmed, %d refused%n",
          groupSize, times, confirmed.size(), refused.size());
    }
  }

  private void start(Map<String, String> environment) {
    server.set(PackagedApp.start(port, managementPort, environment, "serve"));
    awaitReady();
  }

  private void awaitReady() {
    await().atMost(PackagedApp.PATIENCE).until(() -> server.get().status(READY) == 200);
  }

  private void awaitChanges() {
    int before = confirmed.size();
    await().atMost(PackagedApp.PATIENCE).until(() -> confirmed.size() > before + CHANGES_BETWEEN);
  }

  private void write(String name, String token) {
    for (int i = 0; !stop; i++) {
      String externalId = name + "-" + i;
      String body = "{\"name\": \"Somebody\", \"external_id\": \"%s\"}".formatted(externalId);
      try {
        HttpResponse<String> answer = PackagedTenant.post(server.get(), token, USERS, body);
        if (answer.statusCode() == 201) {
          confirmed.add(externalId);
          continue;
        }
        if (answer.body().contains("\"not_applied\"")) {
          refused.add(externalId);
        }
      } catch (UncheckedIOException e) {
        // It is unknown whether that one was made; the tables have to agree about it all the same.
      }
      await().atMost(PackagedApp.PATIENCE).until(() -> stop || server.get().status(READY) == 200);
    }
  }

  private static void whole(Map<String, String> environment) {
    PackagedTenant.done(PackagedApp.run(environment, "iam:audit:verify", "--full"));
  }

  private void exact(KillableDatabase database) throws SQLException {
    try (Connection owner = DriverManager.getConnection(database.url(), "postgres", "postgres")) {
      Set<String> made = texts(owner, "SELECT external_id FROM iam_users");
      assertThat(made).containsAll(confirmed).doesNotContainAnyElementsOf(refused);
      assertThat(
              texts(
                  owner,
                  "SELECT target_id FROM iam_audit_records WHERE event_type = 'iam.user.created'"))
          .isEqualTo(texts(owner, "SELECT id::text FROM iam_users"));
      assertThat(texts(owner, "SELECT organization_id || ':' || seq FROM iam_audit_records"))
          .isEqualTo(texts(owner, "SELECT organization_id || ':' || seq FROM iam_outbox_messages"));
      assertThat(
              texts(
                  owner,
                  "SELECT organization_id FROM iam_audit_records GROUP BY organization_id"
                      + " HAVING count(*) <> max(seq)"))
          .isEmpty();
      assertThat(
              texts(
                  owner,
                  "SELECT v.organization_id FROM iam_policy_versions v WHERE version <> (SELECT"
                      + " max(version) FROM iam_policy_changes c"
                      + " WHERE c.organization_id = v.organization_id)"))
          .isEmpty();
    }
  }

  private static Set<String> texts(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Set<String> texts = ConcurrentHashMap.newKeySet();
      while (rows.next()) {
        assertThat(texts.add(rows.getString(1))).as("twice: %s", rows.getString(1)).isTrue();
      }
      return texts;
    }
  }
}
