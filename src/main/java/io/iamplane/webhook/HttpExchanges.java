package io.iamplane.webhook;

import io.iamplane.webhook.send.EgressProxy;
import io.iamplane.webhook.send.HttpExchange;
import io.iamplane.webhook.send.SendingLoop;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Makes clients for requests to addresses that tenants name, by the settings of webhooks. */
@Singleton
public class HttpExchanges {

  private final SendingLoop loop;
  private final WebhookConfig config;

  HttpExchanges(SendingLoop loop, WebhookConfig config) {
    this.loop = loop;
    this.config = config;
  }

  /**
   * @param limit for a whole exchange
   * @param perHost how many connections to one address
   */
  public HttpExchange make(Duration limit, int perHost) {
    return new HttpExchange(
        loop.get(),
        limit,
        perHost,
        new HttpExchange.Way(
            config.trustedCertificates().orElse(null),
            config.egressProxy().map(HttpExchanges::proxy).orElse(null)));
  }

  /** Not going by the proxy would be worse than not going. */
  private static EgressProxy proxy(String text) {
    return EgressProxy.parse(text)
        .orElseThrow(
            () -> new IllegalStateException("iam.webhooks.egress-proxy is not a valid proxy URL"));
  }
}
