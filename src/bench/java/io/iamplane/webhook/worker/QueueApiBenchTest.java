package io.iamplane.webhook.worker;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The Admin API without a queue and beside 1,000,000 deliveries that wait and a worker that works
 * on them: {@code ./mvnw test -Pbench -Dbench=queue}. Asserts nothing about time.
 */
@QuarkusTest
@Tag("bench")
@Tag("queue")
class QueueApiBenchTest {

  private static final Logger LOG = Logger.getLogger(QueueApiBenchTest.class);
  private static final int PENDING = 1_000_000;
  private static final int WARM_UP = 500;
  private static final int MEASURED = 1_000;

  @Inject Instance<Fleet> fleets;
  @Inject TestPlatform platform;
  @TestHTTPResource URI root;

  private final HttpClient client = HttpClient.newHttpClient();
  private AdminTenant tenant;
  private int number;

  @Test
  void theAdminApiBesideAMillionPending() throws Exception {
    Fleet fleet = fleets.get();
    tenant = new AdminTenant(platform);
    try (CountingReceiver slow =
        new CountingReceiver(_ -> new Reaction.Answer(204, Map.of(), Duration.ofMillis(50)))) {
      String webhook =
          tenant.made(
              "webhooks", "{'url': '%s', 'event_filters': ['iam.grant.*']}".formatted(slow.url()));
      all("nothing pending");
      Backlog.pending(
          tenant.organization().id(), WebhookId.parse(webhook).orElseThrow().value(), PENDING);
      all("1,000,000 pending");
      fleet.start(QueueBenchTest.USUAL);
      all("1,000,000 pending, a worker at work");
      LOG.infof("delivered meanwhile: %d", slow.arrived().size());
    } finally {
      fleets.destroy(fleet);
    }
  }

  private void all(String when) throws Exception {
    measure(when, "POST users", () -> post("users", "{\"name\": \"S\", \"external_id\": \"%d\"}"));
    measure(when, "GET users?limit=100", () -> get("users?limit=100"));
    measure(when, "GET webhooks/dlq?limit=100", () -> get("webhooks/dlq?limit=100"));
  }

  private HttpRequest post(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body.formatted(number++)))
        .build();
  }

  private HttpRequest get(String path) {
    return request(path).build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(root.resolve(AdminTenant.PATH + path))
        .header("Authorization", "Bearer " + tenant.token());
  }

  private void measure(String when, String what, java.util.function.Supplier<HttpRequest> request)
      throws Exception {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; i < WARM_UP + MEASURED; i++) {
      long started = System.nanoTime();
      int status = client.send(request.get(), HttpResponse.BodyHandlers.discarding()).statusCode();
      if (i >= WARM_UP) {
        micros.add((System.nanoTime() - started) / 1_000);
      }
      if (status >= 300) {
        throw new IllegalStateException(what + " answered " + status);
      }
    }
    micros.sort(null);
    LOG.infof(
        "%s, %s: p50 %d us, p99 %d us",
        when, what, micros.get(MEASURED / 2), micros.get(MEASURED * 99 / 100));
  }
}
