package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AnswerJson;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A tenant's administrator that reads its metrics in turn, one each second. */
final class MetricsWatch implements AutoCloseable {

  private static final String METRICS = "/api/iam/v1/metrics/";
  private static final List<String> PATHS = List.of("decisions", "grants", "audit");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PackagedApp server;
  private final PackagedTenant administrator;
  private final Queue<String> others = new ConcurrentLinkedQueue<>();
  private final Queue<Long> millis = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private String token;
  private int number;

  MetricsWatch(PackagedApp server, PackagedTenant administrator) {
    this.server = server;
    this.administrator = administrator;
    this.token = administrator.token(server);
  }

  void begin() {
    token = administrator.token(server);
    timer.scheduleAtFixedRate(this::ask, 0, 1, TimeUnit.SECONDS);
  }

  void end() throws InterruptedException {
    timer.shutdown();
    assertThat(timer.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private void ask() {
    String path = PATHS.get(number++ % PATHS.size());
    long from = System.nanoTime();
    try {
      HttpResponse<String> answer = get(path);
      if (answer.statusCode() != 200) {
        others.add(path + ": " + answer.statusCode() + " " + answer.body());
      }
    } catch (RuntimeException e) {
      others.add(path + ": " + e);
    }
    millis.add((System.nanoTime() - from) / 1_000_000);
  }

  private HttpResponse<String> get(String path) {
    return server.get(METRICS + path, "Authorization", "Bearer " + token);
  }

  /** Each answer had the status 200. */
  void requireAnswers() {
    assertThat(millis).as("answers to the administrator").isNotEmpty();
    assertThat(others).as("answers to the administrator that are not 200").isEmpty();
  }

  /** Waits until as many decisions are counted as were answered; never are there more. */
  void awaitTotal(long decisions) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(decisions().path("total").asLong()).isEqualTo(decisions));
  }

  /** So many of the decisions have no record: they are denials for that reason. */
  void requireUnlogged(long number) {
    JsonNode decisions = decisions();
    assertThat(decisions.path("unlogged").asLong()).as("without a record").isEqualTo(number);
    assertThat(decisions.at("/by_reason/decision_log_full").asLong())
        .as("denied because nothing could be recorded")
        .isEqualTo(number);
  }

  private JsonNode decisions() {
    HttpResponse<String> answer = get("decisions");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return AnswerJson.at(answer.body(), "/data");
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  @Override
  public String toString() {
    return "administrator: %d answers, longest %d ms, not 200: %s"
        .formatted(
            millis.size(), millis.stream().mapToLong(Long::longValue).max().orElse(0), others);
  }
}
