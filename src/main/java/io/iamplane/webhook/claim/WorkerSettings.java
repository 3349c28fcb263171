package io.iamplane.webhook.claim;

import io.iamplane.webhook.WebhookConfig;
import io.iamplane.webhook.retry.RetrySchedule;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a worker.
 *
 * @param timeout of one request
 * @param lease the duration of a claim
 * @param perWebhook the maximum number of concurrent requests to one webhook
 * @param perWorker the maximum number of concurrent requests in all
 * @param pauses before each further attempt
 * @param breakerPause the first pause after failures of a receiver
 * @param disableAfter the duration of failures after which a webhook is disabled
 */
public record WorkerSettings(
    Duration timeout,
    Duration lease,
    int perWebhook,
    int perWorker,
    List<Duration> pauses,
    Duration breakerPause,
    Duration disableAfter) {

  /** Concurrent requests of one worker, to all webhooks. */
  private static final int PER_WORKER = 512;

  /** The lease that an attempt needs: for the request and for writing its outcome. */
  public Duration longestTry() {
    return timeout.plus(lease.dividedBy(8));
  }

  public static WorkerSettings of(WebhookConfig config) {
    return new WorkerSettings(
        config.timeout(),
        config.lease(),
        config.perWebhook(),
        PER_WORKER,
        RetrySchedule.DEFAULT,
        config.breakerPause(),
        config.disableAfter());
  }
}
