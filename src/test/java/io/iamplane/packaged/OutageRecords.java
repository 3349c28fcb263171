package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.packaged.OutageWatch.Answer;
import io.iamplane.packaged.OutageWatch.Seen;
import io.iamplane.testing.AnswerJson;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the records of an outage with the service's answers: changes, and counts. */
final class OutageRecords {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PackagedApp server;
  private final String token;

  /** All checks so far. */
  private final List<Answer> checked = new ArrayList<>();

  OutageRecords(PackagedApp server, String token) {
    this.server = server;
    this.token = token;
  }

  /** Checks the records of one more outage. */
  void require(Seen seen) {
    checked.addAll(seen.checks());
    requireWrites(seen);
    requireMetrics();
  }

  /** Requires that confirmed users exist, and users refused as not applied do not. */
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
    Map<String, Long> reasons =
        checked.stream()
            .map(Answer::text)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          JsonNode metrics = get("/api/iam/v1/metrics/decisions").path("data");
          reasons.forEach((reason, number) ->
              assertThat(metrics.at("/by_reason/" + reason).asLong()).as(reason).isEqualTo(number));
          assertThat(metrics.path("total").asLong()).isEqualTo(checked.size());
          assertThat(
                  metrics.path("allow").asLong()
                      + metrics.path("deny").asLong()
                      + metrics.path("step_up").asLong())
              .isEqualTo(metrics.path("total").asLong());
        });
  }

  /** Each decision that is counted has a record. */
  void requireAllLogged() {
    JsonNode metrics = get("/api/iam/v1/metrics/decisions").path("data");
    assertThat(metrics.path("unlogged").asLong()).isZero();
  }

  /** Reads a path, with success. */
  JsonNode get(String path) {
    HttpResponse<String> answer = server.get(path, "Authorization", "Bearer " + token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return AnswerJson.at(answer.body(), "");
  }
}
