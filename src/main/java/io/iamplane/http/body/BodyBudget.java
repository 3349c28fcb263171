package io.iamplane.http.body;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The memory that bodies hold, of each client and in all. What does not fit is refused: nothing
 * waits, so nothing piles up.
 */
@ApplicationScoped
public class BodyBudget {

  private final long total;
  private final long perClient;
  private final AtomicLong used = new AtomicLong();
  private final LongAccumulator peak = new LongAccumulator(Math::max, 0);
  private final ConcurrentMap<Object, Long> clients = new ConcurrentHashMap<>();

  @Inject
  BodyBudget(BodyConfig config) {
    this(config.total().asLongValue(), config.perClient().asLongValue());
  }

  BodyBudget(long total, long perClient) {
    this.total = total;
    this.perClient = perClient;
  }

  /** Bytes held now. */
  public long used() {
    return used.get();
  }

  /** The most bytes that were held at a time since the start. */
  public long peak() {
    return peak.get();
  }

  /** Clients that hold any. */
  int clients() {
    return clients.size();
  }

  /** Takes bytes for a client; false, and nothing taken, when that would be too many. */
  boolean take(Object client, long bytes) {
    long now = used.addAndGet(bytes);
    if (now > total) {
      used.addAndGet(-bytes);
      return false;
    }
    if (clients.merge(client, bytes, Long::sum) > perClient) {
      give(client, bytes);
      return false;
    }
    peak.accumulate(now);
    return true;
  }

  void give(Object client, long bytes) {
    used.addAndGet(-bytes);
    clients.computeIfPresent(client, (key, held) -> held <= bytes ? null : held - bytes);
  }
}
