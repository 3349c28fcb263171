package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.packaged.OutageWatch.Answer;
import io.iamplane.packaged.OutageWatch.Seen;
import io.iamplane.packaged.siege.Victim;
import io.iamplane.testing.AnswerJson;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real database is killed, or frozen in the middle of what it does, under a service that is asked
 * all the time: what is answered while it is away, and afterwards.
 */
@Timeout(300)
class OutageIT {

  /** What is known may be so old, and the answer on its way so long. */
  private static final Duration STALE = Duration.ofSeconds(2).plusMillis(500);

  private static final Duration UNREADY = Duration.ofSeconds(3);
  private static final Duration READY_AGAIN = Duration.ofSeconds(5);
  private static final Duration AWAY = Duration.ofSeconds(7);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String READY = "/api/iam/v1/ready";
  private static final String DENIED = "dependency_unavailable";

  @TempDir Path folder;

  private PackagedApp server;
  private String token;

  /** All checks so far. */
  private final List<Answer> checked = new ArrayList<>();

  @Test
  void aKilledAndThenAFrozenDatabase() throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder)) {
      Map<String, String> environment = FreshDatabase.plainHttp(database.url());
      environment.putAll(PackagedTenant.UNLIMITED);
      PackagedTenant tenant = PackagedTenant.bootstrap(environment);
      try (PackagedApp started = PackagedApp.start(environment, "serve")) {
        server = started;
        await().atMost(PATIENCE).until(() -> server.status(READY) == 200);
        token = tenant.token(server);
        new Victim(server.port(), token, "").prepare();
        outage("killed", database::kill, database::restart);
        outage("frozen", database::freeze, database::thaw);
      }
    }
  }

  private void outage(String name, Runnable begin, Runnable end) throws Exception {
    Seen seen;
    Duration again;
    try (OutageWatch watch = new OutageWatch(server, token, name)) {
      watch.awaitAllowed();
      watch.begins();
      begin.run();
      await().pollDelay(AWAY).atMost(PATIENCE).until(() -> true);
      watch.ends();
      end.run();
      watch.isBack();
      again = watch.awaitReady();
      watch.awaitAllowed();
      seen = watch.stop();
    }
    checked.addAll(seen.checks());
    requireTruth(seen);
    assertThat(again).as("%s: ready again", name).isLessThan(READY_AGAIN);
    requireWrites(seen);
    requireMetrics();
  }

  private static void requireTruth(Seen seen) {
    assertThat(seen.checks()).as("checks").isNotEmpty();
    assertThat(seen.checks()).allSatisfy(check -> assertThat(check.status()).isEqualTo(200));
    assertThat(seen.during(seen.checks(), STALE))
        .as("no allow once the policy may be stale")
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.text()).isEqualTo(DENIED));
    assertThat(seen.during(seen.readiness(), UNREADY))
        .as("not ready")
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
    assertThat(seen.health())
        .as("alive throughout")
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(seen.writes())
        .as("no failure of the service")
        .isNotEmpty()
        .allSatisfy(write -> assertThat(write.status()).isIn(201, 403));
  }

  /** What was refused as not applied is not there, and what was confirmed is. */
  private void requireWrites(Seen seen) {
    Set<String> there = new TreeSet<>();
    String cursor = "";
    do {
      JsonNode page = get("/api/iam/v1/users?limit=100" + cursor);
      page.path("data").forEach(user -> there.add(user.path("external_id").asText()));
      JsonNode next = page.path("next_cursor");
      cursor = next.isTextual() ? "&cursor=" + next.textValue() : "";
    } while (!cursor.isEmpty());
    assertThat(seen.writes())
        .allSatisfy(write -> {
          if (write.status() == 201) {
            assertThat(there).contains(write.subject());
          } else if (!write.text().equals("unknown")) {
            assertThat(write.text()).isEqualTo("not_applied");
            assertThat(there).doesNotContain(write.subject());
          }
        });
  }

  /** To the row: each check that was answered is in the metrics, under its reason. */
  private void requireMetrics() {
    long denied = checked.stream().filter(check -> check.text().equals(DENIED)).count();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          JsonNode metrics = get("/api/iam/v1/metrics/decisions").path("data");
          assertThat(metrics.at("/by_reason/" + DENIED).asLong()).isEqualTo(denied);
          assertThat(metrics.path("total").asLong()).isEqualTo(checked.size());
          assertThat(
                  metrics.path("allow").asLong()
                      + metrics.path("deny").asLong()
                      + metrics.path("step_up").asLong())
              .isEqualTo(metrics.path("total").asLong());
        });
  }

  private JsonNode get(String path) {
    HttpResponse<String> answer = server.get(path, "Authorization", "Bearer " + token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return AnswerJson.at(answer.body(), "");
  }
}
