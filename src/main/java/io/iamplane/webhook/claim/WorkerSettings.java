package io.iamplane.webhook.claim;

import io.iamplane.webhook.WebhookConfig;
import io.iamplane.webhook.retry.RetrySchedule;
import java.time.Duration;
import java.util.List;

/**
 * @param lease the duration of a claim
 * @param perWebhook the maximum number of concurrent requests to one webhook
 * @param pauses before each further attempt
 * @param breakerPause the first pause after failures of a receiver
 */
public record WorkerSettings(
    Duration timeout,
    Duration lease,
    int perWebhook,
    int perWorker,
    List<Duration> pauses,
    Duration breakerPause,
    Duration disableAfter) {

  /** Timeouts in a lease; two are needed, or a delivery that is on its way could be sent twice. */
  private static final int LEASE = 4;

  /** Concurrent requests of one worker to one webhook: a slow receiver takes a sixteenth of it. */
  private static final int PER_WEBHOOK = 32;

  /** The first pause after failures: as long as a receiver takes to start again. */
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(30);

  private static final int PER_WORKER = 512;

  /** The lease that an attempt needs: for the request and for writing its outcome. */
  public Duration longestTry() {
    return timeout.plus(lease.dividedBy(8));
  }

  public static WorkerSettings of(WebhookConfig config) {
    return new WorkerSettings(
        config.timeout(),
        config.timeout().multipliedBy(LEASE),
        PER_WEBHOOK,
        PER_WORKER,
        RetrySchedule.DEFAULT,
        BREAKER_PAUSE,
        config.disableAfter());
  }
}
