package io.iamplane.http.connection;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections, in all and of each address. The last places are for addresses that hold few:
 * a probe or a newcomer finds one while others hold all they can.
 */
final class ConnectionShares {

  /** One in so many places is kept back. */
  private static final int RESERVED = 16;

  /** An address has few connections below this fraction of its limit. */
  private static final int FEW = 64;

  private final int max;
  private final int perAddress;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentMap<String, Integer> addresses = new ConcurrentHashMap<>();

  ConnectionShares(int max, int perAddress) {
    this.max = max;
    this.perAddress = perAddress;
  }

  int open() {
    return open.get();
  }

  int reserve() {
    return max / RESERVED;
  }

  /** Returns true if more than three quarters of all places are taken. */
  boolean isCrowded() {
    return 4L * open.get() > 3L * max;
  }

  boolean isFull(@Nullable String address) {
    return address != null && addresses.getOrDefault(address, 0) >= perAddress;
  }

  /**
   * Counts one more; false, and nothing counted, if there are too many. An address of null has no
   * share of its own.
   */
  boolean take(@Nullable String address) {
    if (open.incrementAndGet() > (hasFew(address) ? max : max - reserve())) {
      open.decrementAndGet();
      return false;
    }
    if (address != null && addresses.merge(address, 1, Integer::sum) > perAddress) {
      give(address);
      return false;
    }
    return true;
  }

  private boolean hasFew(@Nullable String address) {
    return address != null && addresses.getOrDefault(address, 0) < Math.max(1, perAddress / FEW);
  }

  void give(@Nullable String address) {
    open.decrementAndGet();
    if (address != null) {
      addresses.computeIfPresent(address, (key, held) -> held <= 1 ? null : held - 1);
    }
  }
}
