package io.iamplane.webhook.worker;

import io.iamplane.shared.Ticker;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.claim.Claims;
import io.iamplane.webhook.claim.Claims.Job;
import io.iamplane.webhook.delivery.Attempt;
import io.iamplane.webhook.delivery.DeliveryStatus;
import io.iamplane.webhook.outcome.DeliveryOutcome;
import io.iamplane.webhook.retry.RetrySchedule;
import io.iamplane.webhook.send.SendResult;
import io.iamplane.webhook.send.SendResult.Outcome;
import io.iamplane.webhook.send.WebhookRequest;
import io.iamplane.webhook.send.WebhookSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes one attempt of a claimed delivery and returns its outcome. */
final class DeliveryAttempts {

  private final WebhookSender sender;
  private final RetrySchedule schedule;
  private final QueueMetrics metrics;
  private final Clock clock;
  private final Ticker ticker;
  private final Duration longest;
  private final Tracer tracer;

  DeliveryAttempts(
      WebhookSender sender,
      RetrySchedule schedule,
      QueueMetrics metrics,
      Claims.Time time,
      Duration longest,
      Tracer tracer) {
    this.longest = longest;
    this.tracer = tracer;
    this.sender = sender;
    this.schedule = schedule;
    this.metrics = metrics;
    this.clock = time.clock();
    this.ticker = time.ticker();
  }

  /**
   * @param begins returns true if the attempt may still begin, and begins it
   * @return empty if none was made: the lease could end first, the receiver was found to fail
   *     meanwhile, or an internal error occurred
   */
  Optional<DeliveryOutcome> run(Job job, BooleanSupplier begins) {
    try {
      job.lane().enter();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      job.lane().dropped();
      return Optional.empty();
    }
    try {
      boolean late = clock.instant().plus(longest).isAfter(job.until());
      if (late || !job.lane().mayTry() || !begins.getAsBoolean()) {
        job.lane().dropped();
        return Optional.empty();
      }
      return tryOnce(job);
    } finally {
      job.lane().leave();
    }
  }

  private Optional<DeliveryOutcome> tryOnce(Job job) {
    Claim claim = job.claim();
    Instant at = clock.instant();
    long started = ticker.nanos();
    boolean delivered = false;
    boolean made = true;
    try (Span span = tracer.start(SpanName.WEBHOOK_DELIVER)) {
      span.attribute(SpanAttribute.ORGANIZATION, claim.organization().toString());
      SendResult result =
          sender.send(
              new WebhookRequest(
                  claim.organization(),
                  job.receiver().url(),
                  claim.eventId(),
                  claim.body(),
                  job.receiver().secrets(),
                  span.traceparent()));
      delivered = result.delivered();
      made = result.outcome() != Outcome.POSTPONED;
      span.attribute(SpanAttribute.OUTCOME, result.outcome().wire());
      metrics.attempt(result.outcome());
      return made
          ? Optional.of(ending(job, at, Duration.ofNanos(ticker.nanos() - started), result))
          : Optional.empty();
    } finally {
      if (made) {
        long now = ticker.nanos();
        job.lane().ended(delivered, now - started, now);
      } else {
        job.lane().dropped();
      }
    }
  }

  private DeliveryOutcome ending(Job job, Instant at, Duration took, SendResult result) {
    Claim claim = job.claim();
    String url = job.receiver().url();
    Attempt attempt =
        new Attempt(at, took.toMillis(), result.statusCode(), result.error(), result.excerpt());
    if (result.delivered()) {
      return new DeliveryOutcome(claim, url, attempt, DeliveryStatus.DELIVERED, null, false);
    }
    if (result.outcome() == Outcome.GONE) {
      return new DeliveryOutcome(claim, url, attempt, DeliveryStatus.DEAD, null, true);
    }
    Optional<Duration> pause = schedule.after(claim.tries() + 1, result.retryAfter());
    return new DeliveryOutcome(
        claim,
        url,
        attempt,
        pause.isPresent() ? DeliveryStatus.PENDING : DeliveryStatus.DEAD,
        pause.map(clock.instant()::plus).orElse(null),
        false);
  }
}
