package io.iamplane.http.connection;

import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.LongSupplier;

/** The progress of one answer over HTTP/2, from the beginning of its request until it is sent. */
final class UnreadStream {

  private final Http2Stream stream;
  private final LongSupplier written;
  private long sent;
  private long held;
  private boolean stuck;
  private long since;
  private long sentThen;

  /**
   * @param written bytes that were given to the connection so far
   */
  UnreadStream(Http2Stream stream, LongSupplier written) {
    this.stream = stream;
    this.written = written;
  }

  Http2Stream stream() {
    return stream;
  }

  /** Bytes of the whole answer that are still here. */
  long held() {
    return held;
  }

  /** Notes that the answer is complete; returns its unsent rest. */
  long hold() {
    held = Math.max(0, written.getAsLong() - sent);
    return held;
  }

  /** So much was sent; returns how much less is held. */
  long sent(int bytes) {
    long less = Math.min(held, bytes);
    sent += bytes;
    held -= less;
    return less;
  }

  /** Returns true if the client has not read for that long. */
  boolean isStuck(boolean blocked, long now, long limitNanos) {
    if (!blocked || !stuck || sent >= sentThen + UnreadAnswers.PROGRESS_BYTES) {
      stuck = blocked;
      since = now;
      sentThen = sent;
    }
    return blocked && now - since > limitNanos;
  }
}
