package io.iamplane.database;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Waiting requests in the order of their turns: callers one after another, and each caller's own
 * requests as they came, so that one caller with many requests does not delay another with one. Not
 * safe for threads.
 *
 * @param <W> compared by identity
 */
public final class TurnOrder<W> {

  private final Map<Object, Queue<W>> callers = new LinkedHashMap<>();

  public boolean isEmpty() {
    return callers.isEmpty();
  }

  public int size() {
    return callers.values().stream().mapToInt(Queue::size).sum();
  }

  public void join(Object caller, W waiter) {
    callers.computeIfAbsent(caller, _ -> new ArrayDeque<>()).add(waiter);
  }

  /** Leaves; false when it does not wait any more. */
  public boolean leave(Object caller, W waiter) {
    Queue<W> own = callers.get(caller);
    if (own == null || !own.remove(waiter)) {
      return false;
    }
    if (own.isEmpty()) {
      callers.remove(caller);
    }
    return true;
  }

  /** The next in turn; null if none waits. */
  public @Nullable W peek() {
    Iterator<Queue<W>> first = callers.values().iterator();
    return first.hasNext() ? first.next().element() : null;
  }

  /** Removes the next in turn; its caller then goes behind the others. */
  public W next() {
    Iterator<Map.Entry<Object, Queue<W>>> first = callers.entrySet().iterator();
    Map.Entry<Object, Queue<W>> turn = first.next();
    Object caller = turn.getKey();
    Queue<W> own = turn.getValue();
    first.remove();
    W waiter = own.remove();
    if (!own.isEmpty()) {
      callers.put(caller, own);
    }
    return waiter;
  }
}
