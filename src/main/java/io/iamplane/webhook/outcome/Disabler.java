package io.iamplane.webhook.outcome;

import io.iamplane.webhook.subscription.WebhookId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/**
 * Disables webhooks with a receiver that is gone, on a thread of its own: the change waits for the
 * organization's other changes, and must not delay deliveries of other organizations.
 */
final class Disabler {

  private static final Logger LOG = Logger.getLogger(Disabler.class);

  private final DeliveryOutcomes endings;
  private final Duration after;
  private final Map<WebhookId, DeliveryOutcome> noted = new ConcurrentHashMap<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("iam-queue-disable").factory());

  /**
   * @param after how long a webhook may fail
   */
  Disabler(DeliveryOutcomes endings, Duration after) {
    this.endings = endings;
    this.after = after;
  }

  /** Looks at the webhooks of those that ended badly, soon. */
  void note(List<DeliveryOutcome> written) {
    for (DeliveryOutcome ending : written) {
      if (!ending.delivered()) {
        // Of two that are gone the later one: the earlier one may have had another URL.
        noted.merge(
            ending.claim().webhook(),
            ending,
            (old, next) -> old.gone() && !next.gone() ? old : next);
      }
    }
    if (!noted.isEmpty()) {
      try {
        thread.execute(this::all);
      } catch (RejectedExecutionException e) {
        LOG.debug(
            "could not check whether to disable webhooks because the worker is stopping; the next"
                + " failed delivery will trigger the check");
      }
    }
  }

  private void all() {
    for (DeliveryOutcome ending : List.copyOf(noted.values())) {
      WebhookId webhook = ending.claim().webhook();
      noted.remove(webhook, ending);
      try {
        endings.disable(ending, after);
      } catch (RuntimeException e) {
        // The next event that the receiver refuses leads here again.
        LOG.warnf(
            e, "could not disable webhook %s; will retry after its next failed delivery", webhook);
      }
    }
  }

  void stop() {
    thread.shutdownNow();
  }
}
