package io.iamplane.decision.log;

import io.iamplane.decision.log.LogShares.Share;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room in the log that a request holds before it is decided, so that no answer is made that cannot
 * be recorded. Recording uses it up; closing gives back the rest. For one thread.
 */
public final class LogRoom implements AutoCloseable {

  private final Asking asking;
  private final @Nullable Held held;
  private final List<LoggedDecision> records = new ArrayList<>();
  private long left;

  /** The place of the room, and a task to run once records came there. */
  private record Held(Share share, LogBuffer buffer, Runnable added) {}

  private LogRoom(Asking asking, @Nullable Held held, long bytes) {
    this.asking = asking;
    this.held = held;
    this.left = bytes;
  }

  /** Nothing is held: each record of the request looks for room by itself. */
  public static LogRoom none(Asking asking) {
    return new LogRoom(asking, null, 0);
  }

  /** Holds room that was taken from a share. */
  static LogRoom held(Asking asking, Share share, long bytes, LogBuffer buffer, Runnable added) {
    LogRoom room = new LogRoom(asking, new Held(share, buffer, added), bytes);
    asking.hold(room);
    return room;
  }

  /** Uses room for a record; a request that was let in is recorded, also if it takes more. */
  void use(LoggedDecision record) {
    int bytes = record.weight();
    if (held != null && left < bytes) {
      held.share().takeAnyway(bytes - left);
      left = bytes;
    }
    left -= bytes;
    records.add(record);
  }

  /** Sends the records on their way, without the rest of the request. */
  void handOver() {
    if (held != null && !records.isEmpty()) {
      held.buffer().add(List.copyOf(records), held.share());
      records.clear();
      held.added().run();
    }
  }

  @Override
  public void close() {
    asking.hold(null);
    handOver();
    if (held != null && left > 0) {
      held.buffer().giveBack(left, held.share());
      left = 0;
    }
  }
}
