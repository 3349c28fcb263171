package io.iamplane.packaged;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AnswerJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that ask and write without a pause, each on a connection that it keeps, over one port.
 */
final class BalancedClients implements AutoCloseable {

  private static final String API = "/api/iam/v1/";

  /** Always allowed. */
  private static final String CHECK =
      "{\"subject\":\"user:v0\",\"permission\":\"shop:document.open\",\"resource\":\"document:plan\"}";

  private final int port;
  private final String token;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> running = new ArrayList<>();
  private final Set<String> decided = ConcurrentHashMap.newKeySet();
  private final AtomicInteger written = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stop;

  /**
   * Begins.
   *
   * @param asking how many clients ask for decisions
   */
  BalancedClients(int port, String token, int asking) {
    this.port = port;
    this.token = token;
    for (int i = 0; i < asking; i++) {
      running.add(threads.submit(() -> repeat(this::check)));
    }
    running.add(threads.submit(() -> repeat(this::write)));
  }

  @FunctionalInterface
  private interface Request {
    void send(HttpClient client) throws IOException, InterruptedException;
  }

  private void repeat(Request request) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!stop) {
        try {
          request.send(client);
        } catch (IOException e) {
          fail(e.toString());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private void check(HttpClient client) throws IOException, InterruptedException {
    HttpResponse<String> answer = post(client, "decisions/check", CHECK);
    JsonNode decision = AnswerJson.at(answer.body(), "/data");
    if (answer.statusCode() == 200 && decision.path("allowed").asBoolean()) {
      decided.add(decision.path("decision_id").textValue());
    } else {
      fail(answer.statusCode() + " " + answer.body());
    }
  }

  private void write(HttpClient client) throws IOException, InterruptedException {
    String body = "{\"name\":\"Rolled\",\"external_id\":\"r%d\"}".formatted(written.get());
    HttpResponse<String> answer = post(client, "users", body);
    if (answer.statusCode() == 201) {
      written.incrementAndGet();
    } else {
      fail(answer.statusCode() + " " + answer.body());
    }
  }

  private HttpResponse<String> post(HttpClient client, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + API + path))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private void fail(String what) {
    failures.add(Instant.now() + " " + what);
  }

  /** The ids of the decisions that were answered so far. */
  Set<String> decided() {
    return decided;
  }

  /** The number of users made so far. */
  int written() {
    return written.get();
  }

  /** The unexpected answers. */
  Queue<String> failures() {
    return failures;
  }

  /** Ends once each has its last answer. */
  @Override
  public void close() {
    stop = true;
    threads.close();
    running.forEach(Future::resultNow);
  }
}
