package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.testing.AnswerJson;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
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

/** Every answered decision is in the log, at any end of the process: for each sink. */
abstract class LoggedAnswers {

  static final Duration LONG = Duration.ofSeconds(60);

  private static final int CLIENTS = 4;
  private static final int ANSWERS = 400;
  private static final String CHECK =
      "{\"subject\": \"user:ann\", \"permission\": \"warehouse:stock.read\"}";

  private final Installed installed = FreshDatabase.bootstrapped();

  /** Settings of the sink. */
  abstract Map<String, String> sink();

  /** The ids of all decisions that are in the log. */
  abstract Set<String> logged() throws Exception;

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
      Set<String> answered = answeredUntil("durable", LoggedAnswers::kill);
      assertThat(logged()).as("kill %s", i).containsAll(answered);
    }
  }

  /** A kill takes the last interval and the write that was under way, and nothing before. */
  @Test
  @Tag("stress")
  void anAnswerThatDoesNotWaitIsLostByAKillOnlyIfItIsOfTheLastMoment() throws Exception {
    Set<String> answered = answeredUntil("async", LoggedAnswers::kill);
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
    Set<String> answered = ConcurrentHashMap.newKeySet();
    // The clients end with the server, which is closed first.
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        PackagedApp server = server(Map.of("IAM_DECISION_LOG_DURABILITY", durability))) {
      String token = tenant().token(server);
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

  /** A server that is ready. */
  final PackagedApp server(Map<String, String> settings) {
    Map<String, String> environment = FreshDatabase.plainHttp(url());
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.putAll(sink());
    environment.putAll(settings);
    PackagedApp server = PackagedApp.start(environment, "serve");
    await().atMost(LONG).until(() -> server.status("/api/iam/v1/ready") == 200);
    return server;
  }

  final String url() {
    return FreshDatabase.url(installed.name());
  }

  final PackagedTenant tenant() {
    return seat("tenant");
  }

  /** The client that administers the tenant or the platform. */
  final PackagedTenant seat(String of) {
    return new PackagedTenant(
        installed.seats().getString(of + ".client_id"),
        installed.seats().getString(of + ".client_secret"));
  }

  /** A decision, as it was answered. */
  record Answered(String id, String reason) {

    static Answered of(HttpResponse<String> answer) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      JsonNode data = AnswerJson.at(answer.body(), "/data");
      return new Answered(
          data.path("decision_id").textValue(), data.path("reason_code").textValue());
    }
  }

  static HttpResponse<String> ask(PackagedApp server, String token) {
    return PackagedTenant.post(server, token, "/api/iam/v1/decisions/check", CHECK);
  }

  private static void askUntilItEnds(PackagedApp server, String token, Set<String> answered) {
    try {
      while (true) {
        HttpResponse<String> answer = ask(server, token);
        if (answer.statusCode() != 200) {
          return;
        }
        Answered decision = Answered.of(answer);
        if (!decision.reason().equals("dependency_unavailable")) {
          answered.add(decision.id());
        }
      }
    } catch (UncheckedIOException | IllegalStateException e) {
      // The server is gone.
    }
  }

  private static void kill(PackagedApp server) {
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }
}
