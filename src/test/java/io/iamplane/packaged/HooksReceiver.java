package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.HooksCertificate;
import io.restassured.path.json.JsonPath;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver of webhooks over TLS, as a packaged application insists on. */
final class HooksReceiver implements AutoCloseable {

  private final Vertx vertx = Vertx.vertx();
  private final Map<String, AtomicInteger> arrived = new ConcurrentHashMap<>();
  private final HooksCertificate certificate;
  private final HttpServer server;
  private final Duration delay;

  /**
   * Listens.
   *
   * @param folder for the certificate
   * @param delay before each answer
   */
  HooksReceiver(Path folder, Duration delay) throws Exception {
    this.delay = delay;
    this.certificate = new HooksCertificate(folder);
    this.server =
        vertx
            .createHttpServer(certificate.server())
            .requestHandler(this::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
  }

  /** The number of arrivals of each event, by its id. */
  Map<String, AtomicInteger> arrived() {
    return arrived;
  }

  /** The settings of a worker that delivers here. */
  Map<String, String> environment() {
    return Map.of(
        "IAM_WEBHOOKS_TRUSTED_CERTIFICATES",
        certificate.pem(),
        "IAM_WEBHOOKS_ALLOWED_NETWORKS",
        "127.0.0.0/8",
        "IAM_WEBHOOKS_ALLOWED_PORTS",
        "443," + server.actualPort());
  }

  /** Makes a webhook that leads here. */
  void subscribe(PackagedApp app, String token, String filter) {
    String url = "https://127.0.0.1:" + server.actualPort() + "/";
    HttpResponse<String> made =
        PackagedTenant.post(
            app,
            token,
            "/api/iam/v1/webhooks",
            "{\"url\": \"%s\", \"event_filters\": [\"%s\"]}".formatted(url, filter));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(JsonPath.from(made.body()).getString("data.secret")).startsWith("whsec_");
  }

  private void answer(HttpServerRequest request) {
    arrived
        .computeIfAbsent(request.getHeader("webhook-id"), _ -> new AtomicInteger())
        .incrementAndGet();
    if (delay.isZero()) {
      request.response().setStatusCode(204).end();
    } else {
      vertx.setTimer(delay.toMillis(), _ -> request.response().setStatusCode(204).end());
    }
  }

  @Override
  public void close() {
    vertx.close();
  }
}
