package io.iamplane.audit.erasure;

import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Goes through many rows in portions: as many rows as take about {@link #TIME}, {@value #MOST} at
 * most. How long their texts are is not known before. A portion that takes longer than a
 * transaction may is tried again with fewer rows.
 */
@Singleton
class Walk {

  static final int MOST = 2_000;
  static final Duration TIME = Duration.ofSeconds(1);

  /** A portion that took too long is followed by one of so small a share of it. */
  private static final int SHARE = 4;

  private final Ticker ticker;

  Walk(Ticker ticker) {
    this.ticker = ticker;
  }

  /** The number of values that a portion erased, and the start of the next; null at the end. */
  record Portion<P>(int erased, @Nullable P next) {}

  /** Does a portion, in a transaction. One that was done does nothing the next time. */
  @FunctionalInterface
  interface Step<P> {
    Portion<P> from(P position, int rows);
  }

  /** Does all portions; how much they erased. */
  <P> int all(P start, Step<P> step) {
    int erased = 0;
    int rows = MOST / SHARE;
    P next = start;
    while (next != null) {
      long began = ticker.nanos();
      try {
        Portion<P> done = step.from(next, rows);
        erased += done.erased();
        next = done.next();
        rows = following(rows, ticker.nanos() - began);
      } catch (IamException e) {
        if (rows == 1 || !(e.getCause() instanceof TransactionTimeoutException)) {
          throw e;
        }
        rows = fewer(rows);
      }
    }
    return erased;
  }

  private static int following(int rows, long nanos) {
    if (nanos > TIME.toNanos()) {
      return fewer(rows);
    }
    return nanos < TIME.toNanos() / SHARE ? Math.min(MOST, 2 * rows) : rows;
  }

  private static int fewer(int rows) {
    return Math.max(1, rows / SHARE);
  }
}
