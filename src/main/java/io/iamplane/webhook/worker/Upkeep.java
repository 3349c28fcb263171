package io.iamplane.webhook.worker;

import io.iamplane.shared.Ticker;
import io.iamplane.webhook.claim.DeadLettering;
import java.time.Duration;

/** What a worker does every few seconds, however much was changed meanwhile. */
final class Upkeep {

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final DeadLettering burials;
  private final FanOut fanOut;
  private final Ticker ticker;
  private boolean done;
  private long doneAt;

  Upkeep(DeadLettering burials, FanOut fanOut, Ticker ticker) {
    this.burials = burials;
    this.fanOut = fanOut;
    this.ticker = ticker;
  }

  /**
   * Makes dead letters of what was on its way to webhooks that ended.
   *
   * @param subscribed whether any webhook is active; else nothing is fanned out, and messages are
   *     noted here as done
   */
  void whenItIsTime(boolean subscribed) {
    if (done && ticker.nanos() - doneAt < PAUSE.toNanos()) {
      return;
    }
    done = true;
    doneAt = ticker.nanos();
    burials.some();
    if (!subscribed) {
      fanOut.skip();
    }
  }
}
