package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The active webhooks, as a worker saw them last. A signal says only that something was changed
 * somewhere: it lets the worker look sooner, and many signals share a look. Where there are none,
 * the look is the only thing that a change costs.
 */
final class ActiveWebhooks {

  /** The longest time between two polls, and the shortest, which a change asks for. */
  private record Pause(Duration most, Duration least) {}

  private static final Pause SOME = new Pause(Duration.ofSeconds(5), Duration.ofMillis(500));
  private static final Pause NONE = new Pause(Duration.ofSeconds(1), Duration.ofMillis(250));

  private final Supplier<Map<WebhookId, OrganizationId>> source;
  private final Ticker ticker;
  private volatile boolean changed;
  private boolean looked;
  private long lookedAt;
  private Map<WebhookId, OrganizationId> known = Map.of();

  ActiveWebhooks(Supplier<Map<WebhookId, OrganizationId>> source, Ticker ticker) {
    this.source = source;
    this.ticker = ticker;
  }

  void changed() {
    changed = true;
  }

  /** Polls if the pause is over; returns true if it did. */
  boolean look() {
    Pause pause = known.isEmpty() ? NONE : SOME;
    Duration counts = changed ? pause.least() : pause.most();
    if (looked && ticker.nanos() - lookedAt < counts.toNanos()) {
      return false;
    }
    // Before the look: what is changed during it asks for another.
    changed = false;
    try {
      known = source.get();
    } catch (RuntimeException e) {
      changed = true;
      throw e;
    }
    looked = true;
    lookedAt = ticker.nanos();
    return true;
  }

  Map<WebhookId, OrganizationId> known() {
    return known;
  }
}
