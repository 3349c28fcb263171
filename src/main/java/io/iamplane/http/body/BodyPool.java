package io.iamplane.http.body;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** An amount of memory that senders of one kind share. */
final class BodyPool {

  private final long total;
  private final long perSender;
  private final AtomicLong used = new AtomicLong();
  private final ConcurrentMap<BodySender, Long> senders = new ConcurrentHashMap<>();

  BodyPool(long total, long perSender) {
    this.total = total;
    this.perSender = Math.min(total, perSender);
  }

  long used() {
    return used.get();
  }

  int senders() {
    return senders.size();
  }

  /**
   * Takes bytes; false, and nothing taken, when that would be too many. The sender's own limit
   * comes first, so that a refusal is never counted in what all hold, not even for a moment.
   */
  boolean take(BodySender sender, long bytes) {
    if (senders.merge(sender, bytes, Long::sum) > perSender) {
      leave(sender, bytes);
      return false;
    }
    long before = used.getAndUpdate(held -> held + bytes > total ? held : held + bytes);
    if (before + bytes > total) {
      leave(sender, bytes);
      return false;
    }
    return true;
  }

  void give(BodySender sender, long bytes) {
    used.addAndGet(-bytes);
    leave(sender, bytes);
  }

  private void leave(BodySender sender, long bytes) {
    senders.computeIfPresent(sender, (key, held) -> held <= bytes ? null : held - bytes);
  }
}
