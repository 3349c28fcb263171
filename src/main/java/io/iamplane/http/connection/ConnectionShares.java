package io.iamplane.http.connection;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts connections, in all and of each address. */
final class ConnectionShares {

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

  /** Addresses that hold any. */
  int addresses() {
    return addresses.size();
  }

  /**
   * Counts one more; false, and nothing counted, when that is too many.
   *
   * @param address null for one that has no share of its own
   */
  boolean take(@Nullable String address) {
    if (open.incrementAndGet() > max) {
      open.decrementAndGet();
      return false;
    }
    if (address != null && addresses.merge(address, 1, Integer::sum) > perAddress) {
      give(address);
      return false;
    }
    return true;
  }

  void give(@Nullable String address) {
    open.decrementAndGet();
    if (address != null) {
      addresses.computeIfPresent(address, (key, held) -> held <= 1 ? null : held - 1);
    }
  }
}
