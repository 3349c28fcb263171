package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Counts of decisions that are recorded elsewhere, for the metrics: written into the database when
 * it is there, on a thread of their own, so that no answer waits for it. A process that is killed
 * loses those of its last moment, or of the database's outage.
 */
@Singleton
public class LaterCounts {

  private static final Logger LOG = Logger.getLogger(LaterCounts.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Less than a container has to end when the log has taken its part. */
  private static final Duration END = Duration.ofSeconds(5);

  /** After the log, which has added its last ones by then. */
  private static final int LATER = 3_000;

  /** No decision is in it: only counts are written. */
  private final LogBuffer none = new LogBuffer(0);

  private final CountBuffer counts = new CountBuffer();
  private final LogWriter writer;
  private volatile boolean ended;

  @Inject
  LaterCounts(DecisionLogStore store, Transactions transactions) {
    this(new CountsSink(store, transactions)::write, INTERVAL);
  }

  LaterCounts(Consumer<Flush> database, Duration interval) {
    this.writer =
        new LogWriter(
            "count of decisions",
            none,
            counts,
            (_, counted) -> database.accept(Flush.of(counted)),
            interval);
  }

  /** Adds counts to be written. Waits for nothing. */
  public void add(List<DecisionCount> more) {
    if (!more.isEmpty()) {
      more.forEach(counts::add);
      if (ended) {
        stateLoss();
      } else {
        writer.notice();
      }
    }
  }

  /** Takes the remaining counts, and logs their number as lost. */
  private void stateLoss() {
    long lost = counts.take().stream().mapToLong(DecisionCount::number).sum();
    if (lost > 0) {
      LOG.errorf("%d decisions are not counted, since the process ends; metrics miss them", lost);
    }
  }

  /** Writes the remaining counts before the database is closed. */
  void writeAll(@Observes @Priority(LATER) ShutdownEvent end) {
    if (!writer.end(END)) {
      LOG.error("the last counts of decisions were not written before the end; metrics miss them");
    }
    ended = true;
    // What was added while the writer ended may have found it gone.
    stateLoss();
  }
}
