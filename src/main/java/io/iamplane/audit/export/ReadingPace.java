package io.iamplane.audit.export;

import io.iamplane.shared.Ticker;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The pace at which a reader takes an answer. Only the time in which its writer waits counts, so
 * that slow production is not blamed on the reader; and each window of it counts alone, so that a
 * quick start out of the buffers between the two ends excuses nothing later.
 */
final class ReadingPace {

  static final Duration WINDOW = Duration.ofSeconds(30);

  /** Bytes of a window: 16 KiB a second, a slow telephone line. */
  static final long LEAST = 16 * 1024 * WINDOW.toSeconds();

  private final Ticker ticker;
  private long taken;
  private long waited;
  private boolean waiting;
  private long since;

  ReadingPace(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * @param gone returns true if nothing reaches the reader: such an answer takes anything at once
   */
  OutputStream of(OutputStream reader, BooleanSupplier gone) {
    return new FilterOutputStream(reader) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (gone.getAsBoolean()) {
          throw new IOException("the reader is gone");
        }
        begins();
        try {
          out.write(bytes, offset, length);
        } finally {
          ended(length);
        }
      }
    };
  }

  /** Returns true if the reader took too little in the last window. To be called often. */
  synchronized boolean isTooSlow() {
    long present = waited + (waiting ? ticker.nanos() - since : 0);
    if (present < WINDOW.toNanos()) {
      return false;
    }
    if (taken < LEAST) {
      return true;
    }
    taken = 0;
    waited = 0;
    since = ticker.nanos();
    return false;
  }

  private synchronized void begins() {
    waiting = true;
    since = ticker.nanos();
  }

  private synchronized void ended(int length) {
    waiting = false;
    waited += ticker.nanos() - since;
    taken += length;
  }
}
