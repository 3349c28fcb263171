package io.iamplane.http.body;

import io.iamplane.shared.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One timer for everything that is being read, instead of one for each request. */
@ApplicationScoped
class Deadlines {

  private static final long PERIOD_MILLIS = 250;

  private final Ticker ticker;
  private final Set<Timed> open = ConcurrentHashMap.newKeySet();
  private long timer = -1;

  Deadlines(Ticker ticker) {
    this.ticker = ticker;
  }

  void start(@Observes StartupEvent event, Vertx vertx) {
    timer = vertx.setPeriodic(PERIOD_MILLIS, id -> sweep());
  }

  void stop(@Observes ShutdownEvent event, Vertx vertx) {
    vertx.cancelTimer(timer);
  }

  long now() {
    return ticker.nanos();
  }

  void add(Timed timed) {
    open.add(timed);
  }

  void remove(Timed timed) {
    open.remove(timed);
  }

  void sweep() {
    if (!open.isEmpty()) {
      long now = now();
      open.removeIf(timed -> timed.expire(now));
    }
  }
}
