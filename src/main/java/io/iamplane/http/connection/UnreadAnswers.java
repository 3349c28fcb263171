package io.iamplane.http.connection;

import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** One client's unread answers: until it reads on, requests wait, and in the end it is cut off. */
final class UnreadAnswers {

  /** Reading this much counts as going on. */
  static final long PROGRESS_BYTES = 32 * 1024;

  private final Channel channel;
  private final BooleanSupplier read;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private boolean stuck;
  private long since;
  private long unread;

  /**
   * @param read returns true if the client has read enough for more
   */
  UnreadAnswers(Channel channel, BooleanSupplier read) {
    this.channel = channel;
    this.read = read;
  }

  /** Runs work now, or when the client has read the data sent. */
  void whenRead(Runnable work) {
    waiting.add(work);
    proceed();
  }

  void proceed() {
    while (read.getAsBoolean()) {
      Runnable work = waiting.poll();
      if (work == null) {
        return;
      }
      work.run();
    }
  }

  /** Returns true if the client has not read for that long. Called by the timer alone. */
  boolean isStuck(long now, long limitNanos) {
    if (channel.isWritable()) {
      stuck = false;
      return false;
    }
    long left = channel.bytesBeforeWritable();
    if (!stuck || left <= unread - PROGRESS_BYTES) {
      stuck = true;
      since = now;
      unread = left;
    }
    return now - since > limitNanos;
  }
}
