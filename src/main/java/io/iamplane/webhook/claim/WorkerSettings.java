package io.iamplane.webhook.claim;

import io.iamplane.webhook.WebhookConfig;
import io.iamplane.webhook.retry.RetrySchedule;
import java.time.Duration;
import java.util.List;

/**
 * How a worker works.
 *
 * @param timeout for one request
 * @param lease how long what it claimed is its own
 * @param perWebhook how many requests to one webhook at once
 * @param perWorker how many requests at once altogether
 * @param pauses before each further try
 * @param breakerPause how long a failing receiver is left alone at first
 * @param disableAfter how long a webhook may fail before it is disabled
 */
public record WorkerSettings(
    Duration timeout,
    Duration lease,
    int perWebhook,
    int perWorker,
    List<Duration> pauses,
    Duration breakerPause,
    Duration disableAfter) {

  /** How much of a lease must be left to begin a try: for the request, and to write its ending. */
  public Duration longestTry() {
    return timeout.plus(lease.dividedBy(8));
  }

  public static WorkerSettings of(WebhookConfig config) {
    return new WorkerSettings(
        config.timeout(),
        config.lease(),
        config.perWebhook(),
        config.perWorker(),
        RetrySchedule.DEFAULT,
        config.breakerPause(),
        config.disableAfter());
  }
}
