package io.iamplane.http.body;

import io.iamplane.shared.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One timer for everything that is being read, instead of one for each request. Its time stands
 * still while this process does: bytes that wait in a socket because nothing here ran are not late,
 * and their sender is not to blame.
 */
@Singleton
class Deadlines {

  private static final long PERIOD_MILLIS = 250;

  /** A look that comes later than this says that the process was held up. */
  private static final long MOST_NANOS = Duration.ofSeconds(1).toNanos();

  private final Ticker ticker;
  private final Set<Timed> open = ConcurrentHashMap.newKeySet();
  private long timer = -1;
  private long looked;
  private long passed;

  Deadlines(Ticker ticker) {
    this.ticker = ticker;
    this.looked = ticker.nanos();
  }

  void start(@Observes StartupEvent event, Vertx vertx) {
    timer = vertx.setPeriodic(PERIOD_MILLIS, id -> sweep());
  }

  void stop(@Observes ShutdownEvent event, Vertx vertx) {
    vertx.cancelTimer(timer);
  }

  /** Nanoseconds in which this process could read, from an origin of its own. */
  synchronized long now() {
    return passed + Math.min(ticker.nanos() - looked, MOST_NANOS);
  }

  void add(Timed timed) {
    open.add(timed);
  }

  void remove(Timed timed) {
    open.remove(timed);
  }

  void sweep() {
    long now = look();
    open.removeIf(timed -> timed.expire(now));
  }

  private synchronized long look() {
    passed = now();
    looked = ticker.nanos();
    return passed;
  }
}
