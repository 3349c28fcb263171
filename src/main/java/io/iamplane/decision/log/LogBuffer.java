package io.iamplane.decision.log;

import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What waits to be written, in its order. It has a bound in bytes, of which one tenant's decisions
 * take a quarter at most. To add takes no lock; only one thread takes out.
 */
final class LogBuffer {

  /** One tenant holds one part of so many at most. */
  private static final int PARTS = 4;

  /** What is taken at once, in bytes: its text takes a few times as much. */
  private static final long AT_ONCE = 8_388_608;

  /** From so many tenants on those that hold nothing are forgotten. */
  private static final int TENANTS = 10_000;

  /** What is worth a flush of its own: some two thousand decisions of common length. */
  private static final long MANY = 1_048_576;

  private final long capacity;
  private final long many;
  private final AtomicLong held = new AtomicLong();
  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
  private final Map<OrganizationId, AtomicLong> shares = new ConcurrentHashMap<>();

  /** What of the held bytes was taken out and is not released. */
  private volatile long taken;

  /** In the queue: a decision, or one who waits until all before it is written. */
  private sealed interface Entry {}

  private record Held(LoggedDecision decision, AtomicLong share) implements Entry {}

  private record Waiting(Runnable written) implements Entry {}

  /** What was taken out. */
  static final class Taken {

    private final List<Held> held = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean full;

    List<LoggedDecision> decisions() {
      return held.stream().map(Held::decision).toList();
    }

    boolean isEmpty() {
      return held.isEmpty() && waiting.isEmpty();
    }

    /** Whether as much was taken as may be taken at once. */
    boolean isFull() {
      return full;
    }
  }

  LogBuffer(long capacity) {
    this.capacity = capacity;
    this.many = Math.min(MANY, capacity / (2 * PARTS));
  }

  /** Adds a decision; false when there is no room for it. */
  boolean offer(LoggedDecision decision) {
    AtomicLong share = share(decision.asking().organization());
    int weight = decision.weight();
    if (share.addAndGet(weight) > capacity / PARTS) {
      share.addAndGet(-weight);
      return false;
    }
    if (held.addAndGet(weight) > capacity) {
      held.addAndGet(-weight);
      share.addAndGet(-weight);
      return false;
    }
    entries.add(new Held(decision, share));
    return true;
  }

  /** Most often it is there, and to look takes no lock. */
  private AtomicLong share(OrganizationId organization) {
    AtomicLong known = shares.get(organization);
    return known == null ? shares.computeIfAbsent(organization, _ -> new AtomicLong()) : known;
  }

  /** Has something run once all that was added before is written. */
  void afterThese(Runnable written) {
    entries.add(new Waiting(written));
  }

  /**
   * Takes what is there, up to a number of entries, and to eight megabytes. Its room stays taken
   * until it is released.
   */
  Taken take(int most) {
    Taken out = new Taken();
    long weight = 0;
    Entry entry = entries.poll();
    for (int i = 1; entry != null; i++) {
      switch (entry) {
        case Held one -> {
          out.held.add(one);
          weight += one.decision().weight();
        }
        case Waiting one -> out.waiting.add(one.written());
      }
      out.full = i >= most || weight >= AT_ONCE;
      entry = out.full ? null : entries.poll();
    }
    taken = weight;
    return out;
  }

  /** What was taken is written: its room is free again, and those who wait for it go on. */
  void release(Taken out) {
    for (Held one : out.held) {
      one.share().addAndGet(-one.decision().weight());
    }
    held.addAndGet(-taken);
    taken = 0;
    out.waiting.forEach(Runnable::run);
    if (shares.size() > TENANTS) {
      // Who adds to one of these at this moment keeps it beside a new one until that is written.
      shares.values().removeIf(share -> share.get() == 0);
    }
  }

  /**
   * Whether so much waits to be taken that it should not wait longer: what is held for long is
   * moved by the collector of memory, which costs more than to write it.
   */
  boolean isMuch() {
    return held.get() - taken > many;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** How many tenants are remembered. */
  int tenants() {
    return shares.size();
  }

  /** How many bytes are taken. */
  long held() {
    return held.get();
  }

  /** Whether no decision of any tenant finds room any more. */
  boolean isFull() {
    return isFull(held.get(), capacity);
  }

  /** Whether decisions wait, and no tenant that has some among them finds room for another. */
  boolean isFullForAll() {
    List<Long> waiting =
        shares.values().stream().map(AtomicLong::get).filter(share -> share > 0).toList();
    return !waiting.isEmpty()
        && waiting.stream().allMatch(share -> isFull(share, capacity / PARTS));
  }

  private boolean isFull(long part, long whole) {
    // A decision weighs less than a hundredth of the smallest buffer.
    return part > whole - capacity / 100;
  }
}
