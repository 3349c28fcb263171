package io.iamplane.webhook;

import io.iamplane.webhook.send.EgressProxy;
import io.iamplane.webhook.send.HttpExchange;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes clients for requests to addresses that tenants name, by the settings of webhooks. They have
 * an event loop of their own, not one of those that serve the API: a TLS handshake takes
 * milliseconds, and many webhooks would put them before the decisions of all.
 */
@Singleton
public class HttpExchanges {

  private final WebhookConfig config;
  private @Nullable Vertx vertx;

  HttpExchanges(WebhookConfig config) {
    this.config = config;
  }

  public HttpExchange make(Duration limit, int perHost) {
    return new HttpExchange(
        loop(),
        limit,
        perHost,
        new HttpExchange.Way(
            config.trustedCertificates().orElse(null),
            config.egressProxy().map(HttpExchanges::proxy).orElse(null)));
  }

  /** Made on first use: a command, and a server without a worker, need none. */
  private synchronized Vertx loop() {
    if (vertx == null) {
      vertx =
          Vertx.vertx(
              new VertxOptions()
                  .setEventLoopPoolSize(1)
                  .setWorkerPoolSize(1)
                  .setInternalBlockingPoolSize(1)
                  .setFileSystemOptions(
                      new FileSystemOptions()
                          .setFileCachingEnabled(false)
                          .setClassPathResolvingEnabled(false)));
    }
    return vertx;
  }

  /** Not going by the proxy would be worse than not going. */
  private static EgressProxy proxy(String text) {
    return EgressProxy.parse(text)
        .orElseThrow(
            () -> new IllegalStateException("iam.webhooks.egress-proxy is not a valid proxy URL"));
  }

  @PreDestroy
  synchronized void stop() {
    if (vertx != null) {
      vertx.close();
      vertx = null;
    }
  }
}
