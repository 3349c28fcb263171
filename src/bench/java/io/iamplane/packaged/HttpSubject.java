package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.HttpBenchIT.HttpFigures;
import io.iamplane.packaged.answers.AnswerVerifier;
import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.checks.CheckServer;
import io.iamplane.packaged.siege.Victim;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A server that is measured, with a tenant that has something to decide about. */
final class HttpSubject implements AutoCloseable {

  private static final int CONNECTIONS = Integer.getInteger("http.connections", 2);
  private static final int PATIENCE_MILLIS = 20_000;

  /** The number of distinct questions; later numbers repeat them. */
  private static final int NUMBERS = CheckServer.USERS;

  private static final Duration PROBE = Duration.ofMillis(50);

  private final String name;
  private final BenchServer build;
  private final PackagedApp server;
  private final PackagedTenant tenant;
  private String token;

  HttpSubject(String name, BenchServer build) throws IOException {
    this.name = name;
    this.build = build;
    this.server = build.app();
    this.tenant = build.tenant();
    this.token = tenant.token(server);
    new Victim(server.port(), token, "").prepare();
    await().atMost(PackagedApp.PATIENCE).untilAsserted(() -> measure(HttpOperation.CHECK, PROBE));
  }

  /**
   * Asks on each connection, one request after the other, for so long.
   *
   * @throws AssertionError when an answer is wrong
   */
  HttpFigures measure(HttpOperation operation, Duration time) throws Exception {
    token = tenant.token(server);
    long until = System.nanoTime() + time.toNanos();
    List<Future<LongStream>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      for (int i = 0; i < CONNECTIONS; i++) {
        asked.add(threads.submit(() -> ask(operation, until)));
      }
    }
    LongStream nanos = LongStream.empty();
    for (Future<LongStream> each : asked) {
      nanos = LongStream.concat(nanos, seen(each));
    }
    return HttpFigures.of(nanos.toArray(), time);
  }

  private static LongStream seen(Future<LongStream> asked) throws Exception {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AssertionError wrong) {
        throw wrong;
      }
      throw e;
    }
  }

  private LongStream ask(HttpOperation operation, long until) throws IOException {
    LongStream.Builder nanos = LongStream.builder();
    AnswerVerifier verifier = new AnswerVerifier(name);
    List<ExpectedAnswer> expected =
        IntStream.range(0, NUMBERS).mapToObj(operation::expected).toList();
    try (Wire wire = new Wire(server.port(), "127.0.0.1", PATIENCE_MILLIS)) {
      long from = System.nanoTime();
      for (int number = 0; from < until; number++) {
        Wire.Answer answer =
            wire.askWithToken(
                operation.method(), operation.path(), token, operation.body(number));
        nanos.add(System.nanoTime() - from);
        verifier.require(
            operation.title(), expected.get(number % NUMBERS), answer.status(), answer.body());
        from = System.nanoTime();
      }
    }
    return nanos.build();
  }

  /** Checks the server's own metrics of its decisions, after all measurements. */
  void requireAllAllowed() {
    OwnAccount.requireAllAllowed(name, build);
  }

  @Override
  public void close() {
    server.close();
  }
}
