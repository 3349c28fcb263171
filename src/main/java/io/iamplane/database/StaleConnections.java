package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives up the pool's idle connections once one was lost: a database that restarted ended them all.
 * The pool tries a connection only when it idled for a while, so that a busy one costs no question
 * before each use; without this, each of them would fail a request after an outage.
 */
@ApplicationScoped
class StaleConnections {

  /** One outage fails many requests at once. */
  private static final long PAUSE = Duration.ofMillis(50).toNanos();

  private final AgroalDataSource pool;
  private final Ticker ticker;
  private final AtomicLong last;

  StaleConnections(AgroalDataSource pool, Ticker ticker) {
    this.pool = pool;
    this.ticker = ticker;
    this.last = new AtomicLong(ticker.nanos() - PAUSE);
  }

  /** Takes note of a failure, whatever it is. */
  void suspect(Throwable failure) {
    if (DatabaseFailure.isConnectionLost(failure)) {
      long before = last.get();
      long now = ticker.nanos();
      if (now - before >= PAUSE && last.compareAndSet(before, now)) {
        pool.flush(FlushMode.IDLE);
      }
    }
  }
}
