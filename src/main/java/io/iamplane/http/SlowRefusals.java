package io.iamplane.http;

import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Delays refusals beyond a ceiling. A client that sends the next request after the answer to the
 * last, like most clients, then sends a fraction of its requests; no thread waits with it.
 */
@Singleton
class SlowRefusals {

  /** The shortest wait; the longest is less than three times as long. */
  static final long MILLIS = 250;

  static final long SPREAD = 500;

  /**
   * So many wait at a time, for some kilobytes each, since none has a body of any size; more are
   * refused at once.
   */
  static final int MOST = 1_024;

  private final BiConsumer<Long, Runnable> timer;
  private final AtomicInteger waiting = new AtomicInteger();

  @Inject
  SlowRefusals(Vertx vertx) {
    // On the event loop that asks, which is the connection's.
    this((millis, work) -> vertx.setTimer(millis, id -> work.run()));
  }

  SlowRefusals(BiConsumer<Long, Runnable> timer) {
    this.timer = timer;
  }

  /** Runs a refusal in a moment; at once when too many wait. */
  void later(Runnable refusal) {
    if (waiting.incrementAndGet() > MOST) {
      waiting.decrementAndGet();
      refusal.run();
      return;
    }
    timer.accept(
        pause(),
        () -> {
          waiting.decrementAndGet();
          refusal.run();
        });
  }

  /** Returns a random pause: a thousand clients refused together would come back together. */
  private static long pause() {
    return MILLIS + ThreadLocalRandom.current().nextLong(SPREAD);
  }
}
