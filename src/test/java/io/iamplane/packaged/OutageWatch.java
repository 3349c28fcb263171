package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.packaged.siege.Wire;
import io.iamplane.testing.AnswerJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Asks a service for decisions and changes, and after its health, all the time. */
final class OutageWatch implements AutoCloseable {

  private static final String API = "/api/iam/v1/";
  private static final int PATIENCE_MILLIS = 20_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Always allowed while the policy is known. */
  private static final String CHECK =
      "{\"subject\":\"user:v0\",\"permission\":\"shop:document.open\",\"resource\":\"document:plan\"}";

  private final int port;
  private final String token;
  private final String outage;
  private final Queue<Answer> checks = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> writes = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> readiness = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> health = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(3);
  private final List<Future<?>> asking = new ArrayList<>();
  private volatile boolean ended;
  private long begun;
  private long over;
  private long back;

  /**
   * An answer.
   *
   * @param sent when the question was sent, in nanoseconds
   * @param subject what the question was about, where that differs
   * @param text the reason of a decision, the outcome of a change
   */
  record Answer(long sent, int status, String subject, String text) {}

  /** All that was answered, and when the outage began and ended. */
  record Seen(
      List<Answer> checks,
      List<Answer> writes,
      List<Answer> readiness,
      List<Answer> health,
      long begun,
      long over) {

    /** Those that were asked for during the outage, some time after its begin. */
    List<Answer> during(List<Answer> answers, Duration after) {
      return answers.stream()
          .filter(answer -> answer.sent() - begun > after.toNanos() && over - answer.sent() > 0)
          .toList();
    }
  }

  OutageWatch(PackagedApp server, String token, String outage) {
    this.port = server.port();
    this.token = token;
    this.outage = outage;
    asking.add(threads.submit(() -> ask(20, (wire, _) -> check(wire))));
    asking.add(threads.submit(() -> ask(200, this::write)));
    asking.add(threads.submit(() -> ask(200, (_, _) -> probe())));
  }

  @FunctionalInterface
  private interface Question {
    void ask(Wire wire, int number) throws IOException;
  }

  private void ask(long everyMillis, Question question) {
    try (Wire wire = wire()) {
      long next = System.nanoTime();
      for (int number = 0; !ended; number++) {
        question.ask(wire, number);
        next += TimeUnit.MILLISECONDS.toNanos(everyMillis);
        long wait = next - System.nanoTime();
        if (wait > 0) {
          TimeUnit.NANOSECONDS.sleep(wait);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("a question was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void check(Wire wire) throws IOException {
    long sent = System.nanoTime();
    Wire.Answer answer = post(wire, "decisions/check", CHECK);
    String reason = AnswerJson.at(answer.body(), "/data/reason_code").asText();
    checks.add(new Answer(sent, answer.status(), "", reason));
  }

  private void write(Wire wire, int number) throws IOException {
    long sent = System.nanoTime();
    String name = outage + "-" + number;
    Wire.Answer answer =
        post(wire, "users", "{\"name\":\"Outage\",\"external_id\":\"" + name + "\"}");
    JsonNode outcome = AnswerJson.at(answer.body(), "/outcome");
    writes.add(new Answer(sent, answer.status(), name, outcome.asText()));
  }

  private void probe() throws IOException {
    long sent = System.nanoTime();
    try (Wire wire = wire()) {
      int ready = wire.ask("GET", API + "ready", "").status();
      readiness.add(new Answer(sent, ready, "", ""));
      int alive = wire.ask("GET", API + "health", "").status();
      health.add(new Answer(sent, alive, "", ""));
    }
  }

  private Wire.Answer post(Wire wire, String path, String body) throws IOException {
    return wire.ask(
        "POST",
        API + path,
        body,
        "Authorization",
        "Bearer " + token,
        "Content-Type",
        "application/json");
  }

  private Wire wire() {
    return new Wire(port, "127.0.0.1", PATIENCE_MILLIS);
  }

  /** The outage is about to begin. */
  void begins() {
    begun = System.nanoTime();
  }

  /** The outage is about to end. */
  void ends() {
    over = System.nanoTime();
  }

  /** The database answers again. */
  void isBack() {
    back = System.nanoTime();
  }

  /** How long after the database was back the service was ready. */
  Duration awaitReady() {
    await().atMost(PATIENCE).until(() -> readySince(back) > 0);
    return Duration.ofNanos(readySince(back) - back);
  }

  private long readySince(long moment) {
    return readiness.stream()
        .filter(answer -> answer.status() == 200 && answer.sent() - moment > 0)
        .mapToLong(Answer::sent)
        .findFirst()
        .orElse(0);
  }

  /** Waits for a check that is allowed, of those that are asked from now on. */
  void awaitAllowed() {
    long now = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .until(() ->
            checks.stream()
                .anyMatch(
                    answer -> answer.sent() - now > 0 && answer.text().startsWith("granted")));
  }

  /** Asks no more. */
  Seen stop() throws Exception {
    ended = true;
    for (Future<?> each : asking) {
      each.get();
    }
    return new Seen(
        List.copyOf(checks),
        List.copyOf(writes),
        List.copyOf(readiness),
        List.copyOf(health),
        begun,
        over);
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdownNow();
  }
}
