package io.iamplane.webhook.worker;

import io.iamplane.database.Transactions;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.webhook.HttpExchanges;
import io.iamplane.webhook.WebhookConfig;
import io.iamplane.webhook.WebhookTargets;
import io.iamplane.webhook.claim.Claims;
import io.iamplane.webhook.claim.DeadLettering;
import io.iamplane.webhook.claim.InFlight;
import io.iamplane.webhook.claim.QueueStore;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.outcome.DeliveryOutcomes;
import io.iamplane.webhook.retry.RetrySchedule;
import io.iamplane.webhook.send.HttpExchange;
import io.iamplane.webhook.send.WebhookSender;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.target.TenantResolvers;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

@Singleton
class QueueWorkers {

  private final FanOut fanOut;
  private final QueueStore queue;
  private final DeliveryOutcomes endings;
  private final Claims.Stores stores;
  private final DeadLettering burials;
  private final Transactions transactions;
  private final QueueMetrics metrics;
  private final WebhookConfig config;
  private final WebhookTargets targets;
  private final HttpExchanges exchanges;
  private final Tracer tracer;
  private final Claims.Time time;

  QueueWorkers(
      FanOut fanOut,
      QueueStore queue,
      DeadLettering burials,
      DeliveryOutcomes endings,
      WebhookReader webhooks,
      Transactions transactions,
      QueueMetrics metrics,
      WebhookConfig config,
      WebhookTargets targets,
      HttpExchanges exchanges,
      Tracer tracer,
      Clock clock,
      Ticker ticker) {
    this.fanOut = fanOut;
    this.queue = queue;
    this.endings = endings;
    this.stores = new Claims.Stores(queue, webhooks, transactions);
    this.burials = burials;
    this.transactions = transactions;
    this.metrics = metrics;
    this.config = config;
    this.targets = targets;
    this.exchanges = exchanges;
    this.tracer = tracer;
    this.time = new Claims.Time(clock, ticker);
  }

  /** A worker as it is configured, not started. */
  public QueueWorker create() {
    return create(WorkerSettings.of(config));
  }

  QueueWorker create(WorkerSettings settings) {
    return create(settings, targets.resolvers());
  }

  QueueWorker create(WorkerSettings settings, TenantResolvers resolvers) {
    InFlight flight = new InFlight(UUID.randomUUID());
    HttpExchange http =
        exchanges.make(
            settings.timeout(),
            // Webhooks of several organizations may share a host, and must not wait for each other.
            settings.perWorker());
    WebhookSender sender =
        new WebhookSender(
            targets.rules(), resolvers, http, time.clock(), config.sendTraceContext());
    RetrySchedule schedule = new RetrySchedule(settings.pauses(), new SecureRandom());
    return new QueueWorker(
        new QueueWorker.Parts(
            settings,
            flight,
            new Claims(stores, time, settings, flight),
            new DeliveryAttempts(sender, schedule, metrics, time, settings.longestTry(), tracer),
            endings,
            http::close),
        fanOut,
        new Upkeep(burials, fanOut, time.ticker()),
        queue,
        transactions);
  }
}
