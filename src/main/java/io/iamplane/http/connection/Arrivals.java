package io.iamplane.http.connection;

import io.iamplane.shared.Ticker;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * New connections that wait for their turn: no more than so many go on in a second, and those of
 * different addresses by turns. A crowd that arrives at once would else take an event loop for tens
 * of milliseconds, from requests that take one. Not for several threads.
 */
final class Arrivals<T> {

  private static final long SECOND = 1_000_000_000;

  /** So many go on at once when none came for a while. */
  private static final int AT_ONCE = 16;

  private final Ticker ticker;
  private final long nanosEach;
  private final Map<String, Queue<T>> waiting = new LinkedHashMap<>();

  /** When the next may go on, as the ticker counts: differences only, since it may overflow. */
  private long due;

  /**
   * None waits yet.
   *
   * @param perSecond how many go on in a second
   */
  Arrivals(int perSecond, Ticker ticker) {
    this.ticker = ticker;
    this.nanosEach = SECOND / perSecond;
    this.due = earliest();
  }

  void add(String address, T arrival) {
    waiting.computeIfAbsent(address, key -> new ArrayDeque<>()).add(arrival);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The next that may go on now; null when none waits, or none may. */
  @Nullable T next() {
    if (waiting.isEmpty() || nanosToNext() > 0) {
      return null;
    }
    Map.Entry<String, Queue<T>> first = waiting.entrySet().iterator().next();
    waiting.remove(first.getKey());
    T arrival = first.getValue().remove();
    if (!first.getValue().isEmpty()) {
      // Behind all others.
      waiting.put(first.getKey(), first.getValue());
    }
    due = (due - earliest() < 0 ? earliest() : due) + nanosEach;
    return arrival;
  }

  /** All that wait, which then do no more. */
  List<T> drain() {
    List<T> all = waiting.values().stream().flatMap(Collection::stream).toList();
    waiting.clear();
    return all;
  }

  /** In how many nanoseconds the next may go on; 0 or less when it may now. */
  long nanosToNext() {
    return due - ticker.nanos();
  }

  /** What was not used before is lost, but for a few. */
  private long earliest() {
    return ticker.nanos() - (AT_ONCE - 1) * nanosEach;
  }
}
