package io.iamplane.webhook.worker;

import io.iamplane.shared.Ticker;
import io.iamplane.webhook.claim.DeadLettering;
import java.time.Duration;

/** A worker's regular work every few seconds, regardless of changes. */
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
   * Turns unfinished deliveries of ended webhooks into dead letters. Without an active webhook no
   * message is fanned out; messages are then marked done here.
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
