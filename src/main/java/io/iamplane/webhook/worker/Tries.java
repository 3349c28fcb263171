package io.iamplane.webhook.worker;

import io.iamplane.shared.Ticker;
import io.iamplane.webhook.delivery.Attempt;
import io.iamplane.webhook.delivery.DeliveryStatus;
import io.iamplane.webhook.retry.RetrySchedule;
import io.iamplane.webhook.send.SendResult;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.send.WebhookRequest;
import io.iamplane.webhook.send.WebhookSender;
import io.iamplane.webhook.worker.Claims.Job;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Makes one try of a claimed delivery and tells how it ended. */
final class Tries {

  private final WebhookSender sender;
  private final RetrySchedule schedule;
  private final QueueMetrics metrics;
  private final Clock clock;
  private final Ticker ticker;

  Tries(WebhookSender sender, RetrySchedule schedule, QueueMetrics metrics, Claims.Time time) {
    this.sender = sender;
    this.schedule = schedule;
    this.metrics = metrics;
    this.clock = time.clock();
    this.ticker = time.ticker();
  }

  Ending run(Job job) {
    Claim claim = job.claim();
    Instant at = clock.instant();
    long started = ticker.nanos();
    SendResult result =
        sender.send(
            new WebhookRequest(
                job.receiver().url(), claim.eventId(), claim.body(), job.receiver().secrets()));
    long took = Duration.ofNanos(ticker.nanos() - started).toMillis();
    metrics.attempt(result.outcome());
    Attempt attempt = new Attempt(at, took, result.statusCode(), result.error(), result.excerpt());
    if (result.delivered()) {
      return new Ending(claim, attempt, DeliveryStatus.DELIVERED, null, false);
    }
    if (result.outcome() == Outcome.GONE) {
      return new Ending(claim, attempt, DeliveryStatus.DEAD, null, true);
    }
    Optional<Duration> pause = schedule.after(claim.tries() + 1, result.retryAfter());
    return new Ending(
        claim,
        attempt,
        pause.isPresent() ? DeliveryStatus.PENDING : DeliveryStatus.DEAD,
        pause.map(clock.instant()::plus).orElse(null),
        false);
  }
}
