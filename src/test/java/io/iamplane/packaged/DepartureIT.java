package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Ended;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server after SIGTERM, as its kept connections see it; no database is needed. */
@Tag("ci")
@Timeout(180)
class DepartureIT {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String READY = "/api/iam/v1/ready";

  /** SIGTERM (128 + 15), as the JVM ends by it. */
  private static final int TERMINATED = 143;

  private static HttpResponse<String> ask(HttpClient client, PackagedApp server, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void everyRequestIsAnsweredAndConnectionsEnd() throws Exception {
    Map<String, String> environment =
        FreshDatabase.environment("jdbc:postgresql://127.0.0.1:1/iam");
    environment.put("QUARKUS_SHUTDOWN_DELAY", "6S");
    try (HttpClient old = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
        HttpClient multiplexed = HttpClient.newBuilder().version(Version.HTTP_2).build();
        PackagedApp server = PackagedApp.start(environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status(HEALTH) == 200);
      assertThat(ask(old, server, HEALTH).headers().firstValue("connection")).isEmpty();
      assertThat(ask(multiplexed, server, HEALTH).version()).isEqualTo(Version.HTTP_2);

      CompletableFuture<Ended> end = CompletableFuture.supplyAsync(server::terminate);
      await()
          .atMost(PackagedApp.PATIENCE)
          .until(() -> ask(old, server, HEALTH).headers().firstValue("connection").isPresent());

      HttpResponse<String> last = ask(old, server, HEALTH);
      assertThat(last.statusCode()).isEqualTo(200);
      assertThat(last.headers().firstValue("connection")).hasValue("close");
      assertThat(ask(old, server, READY).statusCode()).isEqualTo(503);
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> answer = ask(multiplexed, server, HEALTH);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("connection")).isEmpty();
      }

      Ended ended = end.join();
      assertThat(ended.exitCode()).isIn(0, TERMINATED);
      assertThat(ended.traces()).isEmpty();
    }
  }
}
