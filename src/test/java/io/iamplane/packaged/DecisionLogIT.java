package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.block.BlockLines;
import io.iamplane.packaged.FreshDatabase.Installed;
import io.restassured.path.json.JsonPath;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was answered is in the log, whenever the process ends and however. */
class DecisionLogIT {

  private static final int CLIENTS = 4;
  private static final int ANSWERS = 400;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String CHECK =
      "{\"subject\": \"user:ann\", \"permission\": \"warehouse:stock.read\"}";

  private final Installed installed = FreshDatabase.bootstrapped();

  @Test
  void aServerThatIsAskedToEndWritesAllThatItAnswered() throws Exception {
    Set<String> answered = answeredUntil("async", PackagedApp::terminate);

    assertThat(logged()).containsAll(answered);
  }

  @Test
  void aDurableAnswerOutlivesAKill() throws Exception {
    kills(1);
  }

  @Test
  @Tag("stress")
  void twentyKills() throws Exception {
    kills(20);
  }

  private void kills(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      Set<String> answered = answeredUntil("durable", DecisionLogIT::kill);
      assertThat(logged()).as("kill %s", i).containsAll(answered);
    }
  }

  /** A kill takes the last interval and the write that was under way, and nothing before. */
  @Test
  @Tag("stress")
  void anAnswerThatDoesNotWaitIsLostByAKillOnlyIfItIsOfTheLastMoment() throws Exception {
    Set<String> answered = answeredUntil("async", DecisionLogIT::kill);
    Set<String> logged = logged();
    TreeSet<String> lost = new TreeSet<>(answered);
    lost.removeAll(logged);

    assertThat(logged).isNotEmpty();
    if (!lost.isEmpty()) {
      long first = UUID.fromString(lost.first()).getMostSignificantBits() >>> 16;
      long last = UUID.fromString(new TreeSet<>(answered).last()).getMostSignificantBits() >>> 16;
      assertThat(last - first).as("milliseconds").isLessThan(1_000);
    }
  }

  /** The ids of all decisions that clients were answered until a server's end. */
  private Set<String> answeredUntil(String durability, Consumer<PackagedApp> end) throws Exception {
    Map<String, String> environment = FreshDatabase.plainHttp(FreshDatabase.url(installed.name()));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_DECISION_LOG_DURABILITY", durability);
    PackagedTenant tenant =
        new PackagedTenant(
            installed.seats().getString("tenant.client_id"),
            installed.seats().getString("tenant.client_secret"));
    Set<String> answered = ConcurrentHashMap.newKeySet();
    try (PackagedApp server = PackagedApp.start(environment, "serve");
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      await().atMost(LONG).until(() -> server.status("/api/iam/v1/ready") == 200);
      String token = tenant.token(server);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        all.add(clients.submit(() -> askUntilItEnds(server, token, answered)));
      }
      await().atMost(LONG).until(() -> answered.size() >= ANSWERS);
      end.accept(server);
      for (Future<?> each : all) {
        each.get();
      }
    }
    return answered;
  }

  private static void askUntilItEnds(PackagedApp server, String token, Set<String> answered) {
    try {
      while (true) {
        HttpResponse<String> answer =
            PackagedTenant.post(server, token, "/api/iam/v1/decisions/check", CHECK);
        JsonPath data = JsonPath.from(answer.body());
        String reason = data.getString("data.reason_code");
        if (answer.statusCode() == 200 && !"dependency_unavailable".equals(reason)) {
          answered.add(data.getString("data.decision_id"));
        } else if (answer.statusCode() != 200) {
          return;
        }
      }
    } catch (UncheckedIOException | IllegalStateException e) {
      // The server is gone.
    }
  }

  private static void kill(PackagedApp server) {
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }

  private Set<String> logged() throws SQLException {
    Set<String> ids = new HashSet<>();
    try (Connection connection =
            DriverManager.getConnection(
                FreshDatabase.url(installed.name()), "postgres", "postgres");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT body FROM iam_decisions")) {
      while (rows.next()) {
        for (byte[] line : BlockLines.of(rows.getBytes(1))) {
          ids.add(JsonPath.from(new String(line, StandardCharsets.UTF_8)).getString("id"));
        }
      }
    }
    return ids;
  }
}
