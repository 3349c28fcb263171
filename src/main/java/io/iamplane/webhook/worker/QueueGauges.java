package io.iamplane.webhook.worker;

import io.iamplane.shared.Ticker;
import io.iamplane.webhook.worker.QueueFigures.Figures;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Publishes the state of the queue, read from the tables on each scrape. */
@Startup
@Singleton
class QueueGauges {

  private static final Logger LOG = Logger.getLogger(QueueGauges.class);
  private static final long KEPT = Duration.ofSeconds(10).toNanos();

  private final QueueFigures figures;
  private final Ticker ticker;
  private @Nullable Figures known;
  private long until;

  QueueGauges(QueueFigures figures, Ticker ticker, MeterRegistry registry) {
    this.figures = figures;
    this.ticker = ticker;
    gauge(
        registry,
        "iam_outbox_lag_seconds",
        "Age of the oldest undelivered message",
        present -> present.lag().toMillis() / 1000.0);
    gauge(registry, "iam_outbox_pending", "Unfinished messages and deliveries", Figures::pending);
    gauge(registry, "iam_webhook_dlq", "Deliveries in the dead-letter queue", Figures::dead);
  }

  private void gauge(
      MeterRegistry registry, String name, String description, ToDoubleFunction<Figures> value) {
    Gauge.builder(name, this, gauges -> gauges.value(value))
        .description(description)
        .register(registry);
  }

  private synchronized double value(ToDoubleFunction<Figures> value) {
    if (known == null || ticker.nanos() - until >= 0) {
      try {
        known = figures.ofAll();
      } catch (RuntimeException e) {
        LOG.debug("could not read the queue metrics", e);
        known = null;
      }
      until = ticker.nanos() + KEPT;
    }
    return known == null ? Double.NaN : value.applyAsDouble(known);
  }
}
