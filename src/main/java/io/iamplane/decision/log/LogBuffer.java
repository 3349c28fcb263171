package io.iamplane.decision.log;

import io.iamplane.decision.log.LogShares.Share;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that wait to be written, in their order. It has a bound in bytes, which {@link
 * LogShares} divides. To add takes no lock; only one thread takes out.
 */
final class LogBuffer {

  private static final long AT_ONCE = 8_388_608;

  /** Bytes that are worth a flush of their own: some five thousand decisions of common length. */
  private static final long MANY = 4_194_304;

  /** More than one part of so many of a small buffer is worth a flush, too. */
  private static final int PARTS = 8;

  private final long many;
  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final LogShares shares;
  private final RoomQueue queue = new RoomQueue();

  /** The bytes of the decisions that wait to be taken; room that is only reserved is not in it. */
  private final AtomicLong waiting = new AtomicLong();

  /** An entry of the queue: decisions, or a callback for the write of all before it. */
  private sealed interface Entry {}

  private record Held(List<LoggedDecision> decisions, long bytes, Share share, boolean reserved)
      implements Entry {

    void release() {
      if (reserved) {
        share.giveBackReserved(bytes);
      } else {
        share.giveBack(bytes);
      }
    }
  }

  private record Waiting(Runnable written) implements Entry {}

  /** The entries of one take. */
  static final class Taken {

    private final List<Held> held = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean full;

    List<LoggedDecision> decisions() {
      List<LoggedDecision> all = new ArrayList<>();
      held.forEach(each -> all.addAll(each.decisions()));
      return all;
    }

    boolean isEmpty() {
      return held.isEmpty() && waiting.isEmpty();
    }

    /** Returns true if the take reached its limit. */
    boolean isFull() {
      return full;
    }
  }

  LogBuffer(long capacity) {
    this.shares = new LogShares(capacity);
    this.many = Math.min(MANY, capacity / PARTS);
  }

  /** Adds a decision; false when there is no room for it. */
  boolean offer(LoggedDecision decision) {
    Asking asking = decision.asking();
    LogRoom room = asking.room();
    if (room != null) {
      room.use(decision);
      return true;
    }
    Share share = share(asking.organization(), asking.account());
    long bytes = decision.weight();
    boolean reserved =
        asking.kind() == Asking.Kind.GATE
            && Outcome.of(decision.reason()) == Outcome.ALLOW
            && share.takeReserved(bytes);
    if (!reserved && !share.take(bytes)) {
      return false;
    }
    add(new Held(List.of(decision), bytes, share, reserved));
    return true;
  }

  /** Adds records of one request, within its reserved room. */
  void add(List<LoggedDecision> records, Share share) {
    long bytes = 0;
    for (LoggedDecision each : records) {
      bytes += each.weight();
    }
    add(new Held(records, bytes, share, false));
  }

  /** Adds a record of a request that was admitted before, even without room. */
  void addAnyway(LoggedDecision record) {
    Share share = share(record.asking().organization(), record.asking().account());
    long bytes = record.weight();
    share.takeAnyway(bytes);
    add(new Held(List.of(record), bytes, share, false));
  }

  private void add(Held held) {
    waiting.addAndGet(held.bytes());
    entries.add(held);
  }

  /** Room that was taken is not needed. */
  void giveBack(long bytes, Share share) {
    share.giveBack(bytes);
    queue.wake();
  }

  /** The share that the decisions of a client are counted for. */
  Share share(OrganizationId organization, @Nullable String client) {
    return shares.of(organization, client);
  }

  /** The bytes that one request may take at most. */
  long largest() {
    return shares.largest();
  }

  RoomQueue queue() {
    return queue;
  }

  /** Has something run once all that was added before is written. */
  void afterThese(Runnable written) {
    entries.add(new Waiting(written));
  }

  /**
   * Takes entries up to a number of decisions, and to eight megabytes; a request's decisions stay
   * together. Their room stays taken until it is released.
   */
  Taken take(int most) {
    Taken out = new Taken();
    long weight = 0;
    Entry entry = entries.poll();
    for (int number = 0; entry != null; ) {
      switch (entry) {
        case Held one -> {
          out.held.add(one);
          weight += one.bytes();
          number += one.decisions().size();
        }
        case Waiting one -> {
          out.waiting.add(one.written());
          number++;
        }
      }
      out.full = number >= most || weight >= AT_ONCE;
      entry = out.full ? null : entries.poll();
    }
    waiting.addAndGet(-weight);
    return out;
  }

  /** Frees the room of written entries, and wakes requests that wait for room. */
  void release(Taken out) {
    out.held.forEach(Held::release);
    queue.wake();
    out.waiting.forEach(Runnable::run);
    shares.forget();
  }

  /**
   * Returns true if the waiting decisions should be written at once: the garbage collector moves
   * objects that are held for long, which costs more than to write them.
   */
  boolean isMuch() {
    return waiting.get() > many;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int tenants() {
    return shares.tenants();
  }

  long held() {
    return shares.held();
  }

  /** Returns true if no check of any tenant finds room. */
  boolean isFull() {
    return shares.isFull();
  }

  /** Returns true if decisions wait, and none of their clients finds room for another. */
  boolean isFullForAll() {
    return shares.isFullForAll();
  }
}
