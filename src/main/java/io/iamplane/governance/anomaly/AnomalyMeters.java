package io.iamplane.governance.anomaly;

import io.iamplane.database.Transactions;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the signals that scans raised since this server started, on any host: a CronJob's process
 * ends before a scrape of its metrics. The table is read at intervals and never by a scrape; while
 * the database is unavailable the last known values stay, and missed signals are added afterwards.
 */
@Singleton
class AnomalyMeters {

  /** A signal bears the time at which its change began: by then that change has ended. */
  static final Duration SETTLED = Duration.ofMinutes(1);

  private static final Logger LOG = Logger.getLogger(AnomalyMeters.class);

  private final AnomalyStore signals;
  private final Transactions transactions;
  private final Clock clock;
  private final AtomicLongArray counts = new AtomicLongArray(SignalType.values().length);
  private volatile @Nullable Instant counted;

  AnomalyMeters(
      AnomalyStore signals, Transactions transactions, MeterRegistry registry, Clock clock) {
    this.signals = signals;
    this.transactions = transactions;
    this.clock = clock;
    for (SignalType type : SignalType.values()) {
      FunctionCounter.builder("iam_anomaly_signals", counts, known -> known.get(type.ordinal()))
          .description("Anomaly signals raised since this server started")
          .tag("type", type.wire())
          .register(registry);
    }
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    try {
      count(clock.instant().minus(SETTLED));
    } catch (RuntimeException e) {
      LOG.debug("could not count the anomaly signals", e);
    }
  }

  private void count(Instant until) {
    Instant from = counted;
    if (from == null) {
      counted = until;
    } else if (until.isAfter(from)) {
      transactions
          .call(() -> signals.raised(from, until))
          .forEach((type, raised) -> counts.addAndGet(type.ordinal(), raised));
      counted = until;
    }
  }
}
