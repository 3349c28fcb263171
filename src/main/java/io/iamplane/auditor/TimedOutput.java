package io.iamplane.auditor;

import io.iamplane.shared.Ticker;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** Fails after a while, so that a reader who is slow on purpose does not hold what writes to it. */
final class TimedOutput extends FilterOutputStream {

  private final Ticker ticker;
  private final long deadline;

  TimedOutput(OutputStream out, Ticker ticker, Duration most) {
    super(out);
    this.ticker = ticker;
    this.deadline = ticker.nanos() + most.toNanos();
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (ticker.nanos() - deadline > 0) {
      throw new IOException("the reader took too long");
    }
    out.write(bytes, from, length);
  }
}
