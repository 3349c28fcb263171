package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks a service for decisions and changes, and after its health, all the time. */
final class OutageWatch implements AutoCloseable {

  private static final String API = "/api/iam/v1/";
  private static final int PATIENCE_MILLIS = 30_000;
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
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Wire> wires = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(3);
  private long begun;
  private long over;
  private long back;

  /**
   * An answer.
   *
   * @param sent the time of the question, in nanoseconds
   * @param subject the subject of the question, if questions differ in it
   * @param text the reason of a decision or its refusal, the outcome of a change
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

    /** The same outage, as if it had begun with an answer. */
    Seen from(Answer first) {
      return new Seen(checks, writes, readiness, health, first.sent(), over);
    }

    /** The answers to questions during the outage, some time after its begin. */
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
    ask(20, (wire, _) -> check(wire));
    ask(200, this::write);
    ask(200, (_, _) -> probe());
  }

  @FunctionalInterface
  private interface Question {
    void ask(Wire wire, int number) throws IOException;
  }

  /** Asks at fixed times: late questions follow at once. */
  private void ask(long everyMillis, Question question) {
    Wire wire = wire();
    wires.add(wire);
    AtomicInteger number = new AtomicInteger();
    timer.scheduleAtFixedRate(
        () -> ask(question, wire, number.getAndIncrement()), 0, everyMillis, TimeUnit.MILLISECONDS);
  }

  private void ask(Question question, Wire wire, int number) {
    try {
      question.ask(wire, number);
    } catch (IOException | RuntimeException | AssertionError e) {
      failures.add(e);
      throw new IllegalStateException("a question was not answered", e);
    }
  }

  private void check(Wire wire) throws IOException {
    long sent = System.nanoTime();
    Wire.Answer answer = post(wire, "decisions/check", CHECK);
    String text = answer.status() == 200 ? "/data/reason_code" : "/detail";
    checks.add(new Answer(sent, answer.status(), "", AnswerJson.at(answer.body(), text).asText()));
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
    return wire.askWithToken("POST", API + path, token, body);
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

  /** Waits until the service is ready; returns the time since the database was back. */
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

  /** Waits for a check that is answered for a reason. */
  void awaitReason(String reason) {
    await()
        .atMost(PATIENCE)
        .until(() -> checks.stream().anyMatch(answer -> answer.text().equals(reason)));
  }

  /** Asks no more, and waits for the answers that are on their way. */
  Seen stop() throws InterruptedException {
    timer.shutdown();
    assertThat(timer.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
        .as("the last questions are answered")
        .isTrue();
    assertThat(failures).as("questions without an answer").isEmpty();
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
    timer.shutdownNow();
    wires.forEach(Wire::close);
  }
}
