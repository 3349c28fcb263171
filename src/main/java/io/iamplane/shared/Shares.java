package io.iamplane.shared;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares of a number of places among owners. Each may have a part of those that are free, and one
 * in any case, so that owners that take all they get leave places for all others.
 *
 * @param <K> has {@code equals}; an owner without a place takes no memory
 */
public final class Shares<K> {

  private final int most;
  private final int part;
  private final Map<K, Integer> taken = new HashMap<>();
  private int all;

  /**
   * @param most the number of places in all
   * @param part the divisor that makes an owner's share of the free places
   */
  public Shares(int most, int part) {
    this.most = most;
    this.part = part;
  }

  /** Takes a place; false if the owner has its share. */
  public synchronized boolean take(K owner) {
    int own = taken.getOrDefault(owner, 0);
    int free = most - all;
    if (free == 0 || own >= Math.max(1, free / part)) {
      return false;
    }
    taken.put(owner, own + 1);
    all++;
    return true;
  }

  public synchronized void giveBack(K owner) {
    taken.computeIfPresent(owner, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }

  public synchronized int owners() {
    return taken.size();
  }
}
