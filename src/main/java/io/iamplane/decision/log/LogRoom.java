package io.iamplane.decision.log;

import io.iamplane.decision.log.LogShares.Share;
import org.jspecify.annotations.Nullable;

/**
 * Room in the log that a request holds before it is decided, so that no answer is made that cannot
 * be recorded. Recording uses it up; closing gives back the rest. For one thread.
 */
public final class LogRoom implements AutoCloseable {

  private static final RoomQueue NO_ONE = new RoomQueue();

  private final Asking asking;
  private final @Nullable Share share;
  private final RoomQueue queue;
  private long left;

  private LogRoom(Asking asking, @Nullable Share share, RoomQueue queue, long bytes) {
    this.asking = asking;
    this.share = share;
    this.queue = queue;
    this.left = bytes;
  }

  /** Nothing is held: each record of the request looks for room by itself. */
  public static LogRoom none(Asking asking) {
    return new LogRoom(asking, null, NO_ONE, 0);
  }

  /** Holds room that was taken from a share. */
  static LogRoom held(Asking asking, Share share, RoomQueue queue, long bytes) {
    LogRoom room = new LogRoom(asking, share, queue, bytes);
    asking.hold(room);
    return room;
  }

  Share share() {
    if (share == null) {
      throw new IllegalStateException("no room is held");
    }
    return share;
  }

  /** Hands room on to a record; a request that was let in is recorded, also if it takes more. */
  boolean use(long bytes) {
    long part = Math.min(left, bytes);
    left -= part;
    if (part < bytes) {
      share().takeAnyway(bytes - part);
    }
    return true;
  }

  @Override
  public void close() {
    asking.hold(null);
    if (share != null && left > 0) {
      share.giveBack(left);
      left = 0;
      queue.wake();
    }
  }
}
